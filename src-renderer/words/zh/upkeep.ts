// 调用与请求之外与服务器的往来：共享的文件夹、往返测试。
import type { Translation } from "../translation.ts";
import type { upkeep as source } from "../en/upkeep.ts";

export const upkeep: Translation<typeof source> = {
  roots: {
    title: "共享的文件夹",
    notAsked: "服务器尚未请求。",
    asked_other: "已请求 {{count, number}} 次，最近一次在 {{at}}。响应：",
    none: "没有共享的文件夹（错误 −32601）。",
  },
  ping: {
    title: "往返时间",
    action: "Ping",
    going: "正在等待响应…",
    took: "在 {{at}} 响应，用时 {{time}}。",
    discover: "此协议版本没有 ping，改用 server/discover。",
  },
};
