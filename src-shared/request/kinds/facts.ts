// The facts of each kind of request, apart from the registry, whose schemas the window loads later.
import { actionFacts } from "./action/facts.ts";
import { completionFacts } from "./completion/facts.ts";
import { elicitationFacts } from "./elicitation/facts.ts";
import type { KindFacts } from "./kind.ts";
import { FIRST_KIND } from "./names.ts";
import type { KindName } from "./names.ts";
import { toolCallFacts } from "./tool-call/facts.ts";
import { samplingFacts } from "./sampling/facts.ts";

const FACTS: Readonly<Record<KindName, KindFacts>> = {
  sampling: samplingFacts,
  elicitation: elicitationFacts,
  "tool-call": toolCallFacts,
  completion: completionFacts,
  action: actionFacts,
};

export const kindFactsOf = ({ requestKind = FIRST_KIND }: { requestKind?: KindName }) =>
  FACTS[requestKind];
