// 一分钟内批准很多次时的提示，以及随之建议的暂停。
export const fatigue = {
  title_one: "一分钟内批准了 {{count, number}} 次。",
  title_other: "一分钟内批准了 {{count, number}} 次。",
  why: "如果这些请求无需审阅，请创建规则；否则请休息一下。",
  pause: "暂停 {{time}}",
  goOn: "继续",
  paused: "已暂停到 {{time}}",
  waiting_one: "在此之前不显示请求。有 {{count, number}} 个请求待处理，其服务器可能会放弃。",
  waiting_other: "在此之前不显示请求。有 {{count, number}} 个请求待处理，其服务器可能会放弃。",
  goOnNow: "立即继续",
};
