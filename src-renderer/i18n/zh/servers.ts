// servers 页面的文字。
import type { Translation } from "../translation.ts";
import type { servers as source } from "../en/servers.ts";

export const servers: Translation<typeof source> = {
  title: "服务器",
};
