// All kinds of requests that can be held.
import { action } from "./action/kind.ts";
import { completion } from "./completion/kind.ts";
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
  completion,
  action,
};

/** The kind of a request; old rows without a kind are sampling requests. */
export const kindOf = ({ requestKind = FIRST_KIND }: { requestKind?: KindName }): Kind =>
  KINDS[requestKind];
