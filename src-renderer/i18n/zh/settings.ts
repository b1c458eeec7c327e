// settings 页面的文字。
import type { Translation } from "../translation.ts";
import type { settings as source } from "../en/settings.ts";

export const settings: Translation<typeof source> = {
  title: "设置",
};
