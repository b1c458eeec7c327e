// 正在到达的回复、模型的思考过程，以及同一请求的多个候选回复。
import type { Translation } from "../../translation.ts";
import type { candidates as source } from "../../en/requests/candidates.ts";

export const candidates: Translation<typeof source> = {
  reasoning: {
    title: "思考过程",
    withheld: "提供方未提供内容",
    apart: "保存在审计日志中，绝不发送给服务器",
    otherDialect: "保存在审计日志中；提供方使用另一种 API 格式，因此不发送",
    label: "模型的思考过程",
    arriving: "思考过程，生成中",
  },
  waits: "排队中，第 {{place}} 位",
  withdrawn: "从未发送",
  atOnce: {
    label: "并行候选回复",
    words: "每个请求并行生成的回复数",
    hint: "超出的候选回复会排队。上限按请求分别计算。",
  },
  waitsLong: "已批准，正在排队，第 {{place}} 位。尚未发送给模型。",
  running: "生成中",
  chosen: "已选定",
  choose: "选定",
  refinedFrom: "由回复 {{number}} 改进",
  otherRequest: "请求不同",
  more: "更多回复",
  generate: "生成 {{count, number}} 个",
  alsoWith: "同时使用 {{model}}",
  actions: "对这些回复的操作",
  stopAll: "全部停止（{{count, number}}）",
  diff: {
    mine: "此回复（将要发送的内容）",
    to: "与之比较",
    legend: "− 前者 · + 后者",
  },
  all: { in: "输入", out: "输出" },
  arriving: {
    call: "工具调用，生成中",
    label: "{{name}} 的参数，生成中",
  },
};
