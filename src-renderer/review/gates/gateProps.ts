// Props of both gates.
export type { GateProps } from "../../gate/gate.ts";
