// 已结束请求的内容保留多久。
export const retention = {
  label: "内容保留期限",
  intro:
    "元数据、决定和哈希永久保留，因此审计日志仍可验证。删除的内容会从本机消失，但你导出的副本以及升级前的副本（审计日志旁的 ledger.db.backup-v…）不受影响：不再需要时请自行删除。",
  days: "请求结束后的天数",
  megabytes: "单个服务器的兆字节数",
  daysHint: "留空：不限时间。",
  megabytesHint:
    "留空：不限大小。否则最旧的内容先删除。多个请求共用的内容只计一次，只要较新的请求仍在使用就会保留。",
  textOnly: "只留文本：请求结束后删除图像和音频",
  questions:
    "天数和大小的上限同样适用于服务器向你提出的问题。问题中没有图像和音频，因此不受“只留文本”影响。",
  whole: "请输入 1 到 {{max, number}} 之间的整数，或留空。",
  preview: {
    asking: "正在检查会删除什么…",
    none: "目前没有可删除的内容；已存储 {{before}}。",
    goes: "现在会删除：{{what}}。",
    requests_other: "{{count, number}} 个请求的内容",
    media_other: "{{count, number}} 个请求的图像和音频",
    questions_other: "{{count, number}} 个向你提出的问题",
    frees: "释放 {{freed}}：现有 {{before}}，之后为 {{after}}。",
    stays: "其中 {{stays}} 仍留在磁盘上，因为保留的请求也在使用。",
  },
  state: {
    never: "尚未执行过。",
    none: "没有设置要删除的内容。",
    last: "上次执行于 {{time}}：",
    nothing: "没有到期的内容。",
    went: "已删除 {{what}}，释放 {{freed}}。",
    stayed: "{{stays}} 仍保留，因为其他请求也在使用。",
    open_other: "有 {{count, number}} 个已到期，但尚未结束。",
    left_other: "还有 {{count, number}} 个已到期，下次执行时删除。",
    next: "下次执行于 {{time}}。",
    running: "正在执行…",
    now: "立即执行",
    failed: "{{time}} 执行失败。Countersign 每五分钟重试一次。",
    owed: "自 {{time}} 起，已删除的内容仍留在磁盘上。",
    owedWhy:
      "在审计日志的文件或其旁边 SQLite 的文件 ledger.db-wal 中：有程序正在读取审计日志，或目前无法写入。Countersign 每 30 秒以及退出时会重试。",
  },
  own: "为此服务器单独设置",
  ownHint: "否则以“设置”中的为准。",
  sum: {
    usual: "内容保留期限以“设置”为准",
    all: "内容永久保留",
    days_other: "内容保留 {{count, number}} 天",
    megabytes: "最多保留 {{count, number}} MB 内容",
    textOnly: "删除图像和音频",
  },
};
