// 已结束请求的内容保留多久。
export const retention = {
  label: "内容保留多久",
  intro:
    "事实、决定和哈希永久保留，因此记录仍可核验。移除的内容会从本机消失；你导出的副本不受影响；移到别处后留在原处的账本，以及升级格式时保留的副本（ledger.db.backup-v…）也不受影响，需要你自己删除。",
  days: "请求结束后的天数",
  megabytes: "单个服务器的兆字节数",
  daysHint: "留空：不论新旧。",
  megabytesHint: "留空：不限。否则最旧的先移除。多个请求共有的内容只存一份，但按每个请求各计一次。",
  textOnly: "只留文字：请求结束后忘记图像和声音",
  whole: "1 到 {{max, number}} 之间的整数，或留空。",
  save: "保存",
  saved: "已保存。一小时内以及每次启动后会检查。",
  own: "为此服务器单独设定",
  ownHint: "否则以“设置”中的为准。",
  sum: {
    usual: "内容保留时间以“设置”为准",
    all: "内容永久保留",
    days_other: "内容保留 {{count, number}} 天",
    megabytes: "保留 {{count, number}} MB 内容",
    textOnly: "忘记图像和声音",
  },
};
