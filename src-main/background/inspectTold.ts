// What the thread that looks through documents says.
import type { Looked } from "../../src-shared/inspect/inspection.ts";

export interface InspectTold {
  id: number;
  looked: Looked | null;
}

/** The id under which it says that it is loaded. */
export const READY = 0;
