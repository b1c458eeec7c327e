// firstrun 页面的文字。
import type { Translation } from "../translation.ts";
import type { firstrun as source } from "../en/firstrun.ts";

export const firstrun: Translation<typeof source> = {
  title: "欢迎使用 Countersign",
};
