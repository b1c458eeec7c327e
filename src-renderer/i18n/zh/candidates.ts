// 正在到达的回答、模型的思考过程、同一请求的多个候选回答，以及对候选回答的改进。
import type { Translation } from "../translation.ts";
import type { candidates as source } from "../en/candidates.ts";

export const candidates: Translation<typeof source> = {
  reasoning: {
    title: "思考过程",
    size_other: "{{count, number}} 个字符",
    withheld: "提供方没有给出其内容",
    apart: "保存在记录中，绝不发送给服务器",
    label: "模型的思考过程",
    arriving: "思考过程，正在到达",
  },
  waits: "等待中，第 {{place}} 位",
  withdrawn: "从未询问",
  atOnce: {
    label: "同时生成的候选回答",
    words: "对同一请求同时生成的回答数",
    hint: "您批准的其余回答依次等待。每个请求单独计数。",
  },
  arriving: {
    call: "工具调用，正在到达",
    label: "{{name}} 的参数，正在到达",
  },
};
