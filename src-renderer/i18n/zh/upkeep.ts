// 调用与请求之外与服务器的往来：共享的文件夹、往返测试。
import type { Translation } from "../translation.ts";
import type { upkeep as source } from "../en/upkeep.ts";

export const upkeep: Translation<typeof source> = {
  roots: {
    title: "共享的文件夹",
    notAsked: "服务器尚未询问。",
    asked_other: "服务器已询问 {{count, number}} 次，最近一次在 {{at}}，得到的回答是：",
    none: "没有与它共享任何文件夹（错误 −32601）。",
  },
  ping: {
    title: "往返时间",
    action: "Ping",
    going: "正在等待应答…",
    took: "在 {{at}} 应答，用时 {{time}}。",
    discover: "这个修订版没有 ping：改为询问它是什么。",
  },
};
