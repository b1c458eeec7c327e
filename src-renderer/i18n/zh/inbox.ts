// inbox 的文字。
import type { Translation } from "../translation.ts";
import type { inbox as source } from "../en/inbox.ts";

export const inbox: Translation<typeof source> = {
  title: "收件箱",
};
