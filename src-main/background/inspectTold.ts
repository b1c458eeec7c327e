// What is said to the thread that looks through documents, and what it says.
import type { Json } from "../../src-shared/json.ts";
import type { Surroundings } from "../../src-shared/inspect/inspection.ts";
import type { Looked } from "../../src-shared/inspect/inspection.ts";

export interface InspectTask {
  id: number;
  document: Json;
  around: Surroundings;
}

export interface InspectTold {
  id: number;
  looked: Looked | null;
}

/** The id under which it says that it is loaded. */
export const READY = 0;
