// Every kind of request that can wait for a decision.
import { elicitation } from "./elicitation/kind.ts";
import type { Kind } from "./kind.ts";
import { FIRST_KIND } from "./names.ts";
import type { KindName } from "./names.ts";
import { toolCall } from "./tool-call/kind.ts";
import { sampling } from "./sampling/kind.ts";

export const KINDS: Readonly<Record<KindName, Kind>> = {
  sampling,
  elicitation,
  "tool-call": toolCall,
};

/** The kind of a request; rows from before there were others name none. */
export const kindOf = ({ requestKind = FIRST_KIND }: { requestKind?: KindName }): Kind =>
  KINDS[requestKind];
