// The quit question of the system, for when the window cannot ask: closed (macOS), or not answering.
import { dialog } from "electron";

const WORDS = {
  en: {
    message: (open: number) =>
      open === 1 ? "1 request is still open." : `${open} requests are still open.`,
    both: (open: number) =>
      open === 1
        ? "1 question of a server is still open."
        : `${open} requests and questions of servers are still open.`,
    detail: "Quitting ends each of them; its server gets an error that says so.",
    bothDetail:
      "Quitting ends each of them. A request gets an error that says so; a question is told that you made no choice.",
    stay: "Stay",
    quit: "Quit",
  },
  zh: {
    message: (open: number) => `还有 ${open} 个请求未结束。`,
    both: (open: number) =>
      open === 1 ? "还有 1 个服务器的问题未结束。" : `还有 ${open} 个请求和问题未结束。`,
    bothDetail: "退出会结束所有这些：请求会收到说明原因的错误；提问的服务器会得知你没有作出选择。",
    detail: "退出会结束所有请求；对应的服务器会收到说明原因的错误。",
    stay: "留下",
    quit: "退出",
  },
} as const;

/**
 * True when the person chose to quit all the same. Staying is the default, and what Escape means.
 * `questions` is how many of the open ones are questions of servers.
 */
export async function askBySystem(
  { open, questions }: { open: number; questions: number },
  language: "en" | "zh",
): Promise<boolean> {
  const words = WORDS[language];
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
