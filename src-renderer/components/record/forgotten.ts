// Whether content of the request that is shown was forgotten: what cannot be read then is no fault of the record.
import { createContext, useContext } from "react";

export const ForgottenContext = createContext(false);
export const useForgotten = (): boolean => useContext(ForgottenContext);
