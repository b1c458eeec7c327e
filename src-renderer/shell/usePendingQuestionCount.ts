// What is pending for the user, for the rail, the top bar and the palette.
import { useMirror } from "../state/mirror.ts";
import { asksPerson } from "../../src-shared/servers/elicitation.ts";

/** The number of pending elicitations. */
export const usePendingQuestionCount = (): number =>
  useMirror((state) => Object.values(state.elicitations).filter(asksPerson).length);
