// 首次运行的用词。
import type { Translation } from "../translation.ts";
import type { firstrun as source } from "../en/firstrun.ts";

export const firstrun: Translation<typeof source> = {
  label: "如何开始",
  title: "完整走一遍一个请求",
  lead: "服务器请求补全。你先阅读，需要时修改，再让模型回答，或自己回答。回答也由你过目。之后服务器才会收到。",
  demo: {
    title: "看一个请求到达",
    text: "启动 Countersign 附带的服务器并调用它的工具。不需要密钥，也不需要网络。",
    run: "运行演示",
    busy: "正在启动…",
  },
  model: {
    title: "让模型回答",
    inside: "Countersign 内部",
    named_zero: "有 {{model}}。",
    named_other: "有 {{model}} 等，另有 {{count, number}} 个。",
    counted_other: "正在本机运行，有 {{count, number}} 个模型。",
    small: "Countersign 内部的小模型，{{size}}，{{licence}}，不需要别的东西。",
    orSmall: "也可以用 Countersign 内部的小模型，{{size}}，{{licence}}，不需要别的东西。",
    byHand: "或者手动回答。",
    choose: "选择模型",
  },
  servers: {
    title: "连接你自己的服务器",
    found_other:
      "在 {{programs}} 的设置中发现 {{count, number}} 个。每条命令启动之前都会先给你看。",
    text: "粘贴服务器文档给出的配置，或填写表单。每条命令启动之前都会先给你看。",
    look: "查看",
    open: "打开服务器页",
  },
  other: "任何 OpenAI 兼容的地址，无论有没有密钥，都可以在此添加：",
  settings: "设置，模型",
  stop: "。",
  keys: {
    encrypted: "密钥保存在本机的密钥库中。",
    memory: "本系统没有密钥库，密钥只保留到你退出为止。",
  },
};
