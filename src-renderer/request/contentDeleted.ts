// Whether content of the shown request was deleted: missing content is then not an error of the ledger.
import { createContext, useContext } from "react";

export const ContentDeletedContext = createContext(false);
export const useContentDeleted = (): boolean => useContext(ContentDeletedContext);
