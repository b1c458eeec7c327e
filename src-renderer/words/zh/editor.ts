// 纸面上的文字：查找与右键菜单。
import type { Translation } from "../translation.ts";
import type { editor as en } from "../en/editor.ts";

export const editor: Translation<typeof en> = {
  find: {
    open: "在本页中查找",
    next: "下一个匹配项",
    previous: "上一个匹配项",
    at: "{{at, number}} / {{count, number}}",
    atMost: "{{at, number}} / {{count, number}} 以上",
  },
  menu: {
    cut: "剪切",
    paste: "粘贴",
    copyAs: {
      text: "将此块复制为文本",
      json: "将此块复制为 JSON",
      markdown: "将此块复制为 Markdown",
    },
  },
};
