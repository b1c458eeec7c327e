// The quit question as a system dialog, for when the window cannot ask: closed (macOS) or unresponsive.
import type { Language } from "#shared/languages.ts";
import { WORDS } from "../words/words.ts";
import { dialog } from "electron";

/**
 * True when the user chose to quit. Staying is the default, also for Escape.
 * @param open number of requests that servers wait for
 */
export async function askBySystem(open: number, language: Language): Promise<boolean> {
  const words = WORDS[language].quit;
  const { response } = await dialog.showMessageBox({
    type: "question",
    message: words.message(open),
    detail: words.detail,
    buttons: [words.stay, words.quit],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
