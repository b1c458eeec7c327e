// 已结束请求的内容保留多久。
export const retention = {
  label: "内容保留多久",
  intro:
    "事实、决定和哈希永久保留，因此记录仍可核验。移除的内容会从本机消失；你导出的副本以及升级前的副本（账本旁的 ledger.db.backup-v…）不受影响：不再需要时请自行删除。",
  days: "请求结束后的天数",
  megabytes: "单个服务器的兆字节数",
  daysHint: "留空：不论新旧。",
  megabytesHint:
    "留空：不限。否则最旧的先移除。多个请求共有的内容只存一份，也只计一次；内容也为较新请求所持有的旧请求不占空间，会保留。",
  textOnly: "只留文字：请求结束后遗忘图像和声音",
  questions:
    "天数和大小的规则同样适用于服务器向你提出的问题。问题中没有图像和声音，因此“只留文字”对它们没有可移除的内容。",
  whole: "1 到 {{max, number}} 之间的整数，或留空。",
  save: "保存",
  preview: {
    asking: "正在查看会移除什么…",
    none: "目前不会移除任何内容；现有 {{before}}。",
    goes: "现在会移除：{{what}}。",
    requests_other: "{{count, number}} 个请求的内容",
    media_other: "{{count, number}} 个请求的图像和声音",
    questions_other: "{{count, number}} 个向你提出的问题",
    frees: "腾出 {{freed}}：现有 {{before}}，之后为 {{after}}。",
    stays: "其中 {{stays}} 仍留在磁盘上，因为保留的请求也持有它们。",
  },
  state: {
    never: "规则尚未执行过。",
    none: "没有规则会移除内容。",
    last: "上次执行于 {{time}}：",
    nothing: "没有到期的内容。",
    went: "移除了 {{what}}，腾出 {{freed}}。",
    stayed: "{{stays}} 仍保留，因为其他请求也持有它们。",
    open_other: "有 {{count, number}} 个已到期但尚未结束，稍后处理。",
    left_other: "还有 {{count, number}} 个已到期，下一轮移除。",
    next: "下次执行于 {{time}}。",
    running: "正在执行…",
    now: "立即执行所有规则",
    failed: "规则未能在 {{time}} 执行；每五分钟会再试一次。",
    owed: "自 {{time}} 起，已遗忘的内容仍留在磁盘上。",
    owedWhy:
      "在账本文件或其旁边 SQLite 自己的文件 ledger.db-wal 中：有程序正在读取记录，或目前无法写入。每 30 秒以及退出时会再次尝试清除。",
  },
  own: "为此服务器单独设定",
  ownHint: "否则以“设置”中的为准。",
  sum: {
    usual: "内容保留时间以“设置”为准",
    all: "内容永久保留",
    days_other: "内容保留 {{count, number}} 天",
    megabytes: "保留 {{count, number}} MB 内容",
    textOnly: "遗忘图像和声音",
  },
};
