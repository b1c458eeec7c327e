// 无法写入审计日志时：原因、此前的状态、可以做什么。
import { shared } from "./common.ts";
import type { Translation } from "../translation.ts";
import type { ledger as source } from "../en/ledger.ts";

export const ledger: Translation<typeof source> = {
  what: {
    full: "磁盘已满，无法写入审计日志。",
    "read-only": "审计日志所在的文件夹是只读的，无法写入。",
    locked: "另一个程序锁定了审计日志，无法写入。",
    key: "审计日志已加密，而系统的密钥库中没有它的密钥，无法写入。",
    damaged: "审计日志已损坏，无法写入。",
    newer: "审计日志由更新版本的 Countersign 写入，此版本无法继续写入。",
    gone: "审计日志所在的文件夹不存在，无法写入。",
    other: "无法写入审计日志。",
  },
  holds: "问题解决之前，不会发送任何内容。待处理的请求保留在内存中。",
  unrecorded_other: "有 {{count, number}} 个事件尚未记录。",
  next: {
    full: "请腾出磁盘空间，然后重试。",
    "read-only": "请将该文件夹设为可写，然后重试。",
    locked: "请关闭另一个程序，然后重试。",
    key: "请解锁密钥库并重新启动 Countersign。若密钥已丢失，请退出，并把该文件和 drafts.db 移走；之后会开始新的审计日志。",
    damaged: "请退出；若有副本，请恢复副本。若没有，请把该文件移走；之后会开始新的审计日志。",
    newer: "请启动更新版本的 Countersign。",
    gone: "请重新连接驱动器，然后重试。",
    other: "请解决下述问题，然后重试。",
  },
  retry: shared.retry,
  refuse_other: "拒收全部 {{count, number}} 个",
  refuseTitle_other: "拒收全部 {{count, number}} 个待处理的请求？",
  refuseBody:
    "每个服务器会收到错误 −32061：请求无法写入审计日志。此操作无法撤销，并会在能够写入后记录。",
};
