// Whether content of the shown request was deleted: missing content is then not an error of the ledger.
import { createContext, useContext } from "react";

export const ForgottenContext = createContext(false);
export const useForgotten = (): boolean => useContext(ForgottenContext);
