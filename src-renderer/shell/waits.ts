// What waits for a person, as the rail, the strip and the palette say it.
import { useMirror } from "../state/mirror.ts";
import { asksPerson } from "../../src-shared/servers/elicitation.ts";

/** How many questions of servers wait. */
export const useQuestions = (): number =>
  useMirror((state) => Object.values(state.elicitations).filter(asksPerson).length);
