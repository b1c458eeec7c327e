// 入门页的用词。
import type { Translation } from "../translation.ts";
import type { firstrun as source } from "../en/firstrun.ts";

export const firstrun: Translation<typeof source> = {
  open: "入门",
  title: "Countersign 会拦住你的 MCP 服务器发出的请求，由你阅读并批准后才放行。",
  done: {
    title: "两道关口都走过了。接下来换成你自己的请求。",
    text: "你批准了请求，审阅了回复，并发送了它。",
    history: "在“历史”中查看",
  },
  demo: {
    text: "一个请求走完两道关口，只需一分钟。不需要账号、密钥或网络。",
    server: "演示服务器",
    to: "你或模型",
    run: "运行演示",
    busy: "正在启动…",
  },
  servers: {
    title: "添加你自己的服务器",
    found_other: "在 {{programs}} 中发现 {{count, number}} 个。每条命令运行之前都由你查看。",
    text: "Countersign 作为客户端连接它们，你在工作台运行它们的工具。",
    yours: "你的服务器",
    requests: "它的采样请求",
  },
  model: {
    title: "让模型回复",
    inside: "内置模型",
    named_zero: "有 {{model}}。",
    named_other: "有 {{model}} 等，另有 {{count, number}} 个。",
    counted_other: "正在本机运行，有 {{count, number}} 个模型。",
    small: "内置的小模型，{{size}}，{{licence}}，不需要别的东西。",
    orSmall: "也可以用内置的小模型，{{size}}，{{licence}}，不需要别的东西。",
    byHand: "你也可以随时手动回复。",
    choose: "选择模型…",
    yours: "你的模型",
    response: "由你审阅的回复",
  },
  sees: "Countersign 只能看到经过它的内容：你在这里添加的服务器。",
  rest: "其他程序的内容直接发往它们各自的服务器和模型。",
};
