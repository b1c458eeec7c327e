// The quit question of the system, for when the window cannot ask: closed (macOS), or not answering.
import { dialog } from "electron";

const WORDS = {
  en: {
    message: (open: number) =>
      open === 1 ? "1 request is still open." : `${open} requests are still open.`,
    detail: "Quitting ends each of them; its server gets an error that says so.",
    stay: "Stay",
    quit: "Quit",
  },
  zh: {
    message: (open: number) => `还有 ${open} 个请求未结束。`,
    detail: "退出会结束所有请求；对应的服务器会收到说明原因的错误。",
    stay: "留下",
    quit: "退出",
  },
} as const;

/** True when the person chose to quit all the same. Staying is the default, and what Escape means. */
export async function askBySystem(open: number, language: "en" | "zh"): Promise<boolean> {
  const words = WORDS[language];
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
