// What waits for a person, as the rail, the strip and the palette say it.
import { useMirror } from "../state/mirror.ts";
import { stageOf } from "../state/select.ts";
import { asksPerson } from "../../src-shared/servers/elicitation.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";

/** A request that stands at a gate. */
export const waits = (sample: Sample): boolean => {
  const stage = stageOf(sample);
  return stage === "request" || stage === "response";
};

/** How many questions of servers wait. */
export const useQuestions = (): number =>
  useMirror((state) => Object.values(state.elicitations).filter(asksPerson).length);
