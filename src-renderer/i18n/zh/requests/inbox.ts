// 收件箱（请求列表）的文字。
import type { Translation } from "../../translation.ts";
import type { inbox as source } from "../../en/requests/inbox.ts";

export const inbox: Translation<typeof source> = {
  title: "收件箱",
  filter: "筛选",
  filterLabel: "按文字、server:、tool:、is: 等筛选",
  shown: "显示 {{count, number}} / {{all, number}} 条",
  fresh: "{{count, number}} 条新请求",
  waiting_zero: "没有待处理的请求",
  waiting_other: "{{count, number}} 条待处理",
  generating_other: "{{count, number}} 条生成中",
  ended_other: "{{count, number}} 条已结束",
  clearEnded: "清除已结束",
  cleared_other: "已清除 {{count, number}} 条已结束的请求",
  turn: "第 {{turn, number}} 轮",
  pastTurn: "第 {{turn, number}} 轮，{{stage}}",
  turns_other: "共 {{count, number}} 轮",
  tokens: "{{count, number}} 词元",
  noneFits: "没有请求符合",
  othersWait_zero: "没有其他待处理的请求。",
  othersWait_other: "另有 {{count, number}} 条待处理。",
  clearFilter: "清除筛选",
  empty: {
    title: "还没有请求",
    text: "服务器的请求会出现在这里，由你审阅。",
  },
  stays: { replied: "已发送", rejected: "已拒绝" },
  decided: {
    replied: "已发送给",
    rejected: "已拒绝请求，来自",
    waits: "已批准，给",
    delivering: "正在发送给",
    missed: "未能送达",
    replayed: "已重放",
    final: "无法撤销",
    sentLater: "待同一调用的其他请求决定后发送",
    noServer: "未发送给任何人",
    history: "在历史中查看",
  },
  badge: {
    image: "含图像",
    audio: "含声音",
    tools: "使用工具",
    findings_other: "{{count, number}} 项检查结果",
  },
};
