// 无法写入记录时：原因、此前的状态、可以做什么。
import type { Translation } from "../translation.ts";
import type { ledger as source } from "../en/ledger.ts";

export const ledger: Translation<typeof source> = {
  what: {
    full: "磁盘已满，无法写入记录。",
    "read-only": "记录所在的文件夹不可写，无法写入记录。",
    locked: "另一个程序占用了记录文件，无法写入记录。",
    key: "记录已加密，而系统的密钥库中没有它的密钥，无法写入记录。",
    damaged: "记录文件已损坏，无法写入记录。",
    newer: "记录由更新版本的 Countersign 写成，此版本无法继续写入。",
    gone: "记录所在的文件夹不存在，无法写入记录。",
    other: "无法写入记录。",
  },
  holds: "在能够写入之前，不会送出任何内容。等待中的请求保留在内存里。",
  unrecorded_other: "有 {{count, number}} 项已发生的事尚未写入。",
  next: {
    full: "请腾出磁盘空间，然后重试。",
    "read-only": "请取得该处的写入权限，然后重试。",
    locked: "请关闭另一个程序，然后重试。",
    key: "请解锁密钥库并重新启动 Countersign。若密钥已丢失，请退出应用，把该文件和 drafts.db 移走，新的记录便会开始。",
    damaged: "请退出应用；若有副本，请将其放回。若没有，请把该文件移走，新的记录便会开始。",
    newer: "请启动更新版本的 Countersign。",
    gone: "请重新连接驱动器，然后重试。",
    other: "请解决所述问题，然后重试。",
  },
  retry: "重试",
  refuse_other: "拒绝全部 {{count, number}} 个",
  refuseTitle_other: "拒绝等待中的全部 {{count, number}} 个请求？",
  refuseBody:
    "每个服务器会收到错误 −32061，说明请求无法写入记录。此操作不可撤销，并在能够写入后记录下来。",
};
