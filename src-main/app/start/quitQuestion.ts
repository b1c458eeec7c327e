// The quit question of the system, for when the window cannot ask: closed (macOS), or not answering.
import type { Language } from "../../../src-shared/languages.ts";
import { WORDS } from "../words/words.ts";
import { dialog } from "electron";

/**
 * True when the person chose to quit all the same. Staying is the default, and what Escape means.
 * `questions` is how many of the open ones are questions of servers.
 */
export async function askBySystem(
  { open, questions }: { open: number; questions: number },
  language: Language,
): Promise<boolean> {
  const words = WORDS[language].quit;
  const { response } = await dialog.showMessageBox({
    type: "question",
    message: questions > 0 ? words.both(open) : words.message(open),
    detail: questions > 0 ? words.bothDetail : words.detail,
    buttons: [words.stay, words.quit],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
