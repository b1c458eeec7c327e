// workbench 页面的文字。
import type { Translation } from "../translation.ts";
import type { workbench as source } from "../en/workbench.ts";

export const workbench: Translation<typeof source> = {
  title: "工作台",
};
