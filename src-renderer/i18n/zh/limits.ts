// 限额与预算的用语：各个字段、达到限额时的说法、如何提高。
export const limits = {
  name: {
    perMinute: "每分钟请求数",
    burst: "其中可同时到达",
    waiting: "同时等待的请求数",
    waitMs: "最长等你多久",
    perCall: "同一调用下的请求数",
    toolRounds: "同一调用下带工具的轮数",
    requestBytes: "单个请求的大小",
    mediumBytes: "单个图像或声音的大小",
    textCharacters: "单个请求的文字字符数",
    messages: "单个请求的消息数",
  },
  unit: { bytes: "MiB", minutes: "分钟" },
  none: "留空：不限",
  burstHint: "留空：全部",
  hint: "超出限额的请求会以各自的错误码拒收，大量涌入只占一行并计数。时钟从不替你批准：等待到期的请求会被拒收，每一关重新计时。",
  budget: { tokens: "模型可用的 token", usd: "模型可花费的金额" },
  window: { hour: "一小时内", day: "每天", month: "每月" },
  budgetOf: {
    tokens: { hour: "一小时内的 token", day: "每天的 token", month: "每月的 token" },
    usd: { hour: "一小时内的美元", day: "每天的美元", month: "每月的美元" },
  },
  budgetHint:
    "提示与回答合计，按提供商的计数；进行中的按其最多可能用量计入。一小时指最近 60 分钟；天和月按本机时钟的日历计算。预算用尽后，新请求会被拒收，直到有余量；批准若会超出预算，会先告诉你，规则则绝不会超出。价格未知时金额无法计算：无论规则怎么说，都会先问你。",
  all: {
    title: "所有服务器合计",
    intro:
      "每分钟请求数、等待数和预算对所有服务器合计生效，其余的对每个服务器分别生效。服务器另有自己的限额时，以较严者为准。",
    save: "保存限额",
    saved: "现已生效。",
  },
  sum: {
    burst: "可同时到达 {{burst}} 个",
    wait: "你 {{time}} 内未处理即拒收",
    noWait: "一直等你处理",
    perCall: "同一调用下 {{most}} 个请求",
    budgets: "预算：{{what}}",
    noBudgets: "没有预算",
    amount: "{{window}} {{amount}}",
    tokens: "{{amount}} token",
    window: { hour: "每小时", day: "每天", month: "每月" },
  },
};
