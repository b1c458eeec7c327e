// “服务器 › 程序”的文字。
import { shared } from "./common.ts";
import type { programs as en } from "../en/programs.ts";
import type { Translation } from "../translation.ts";

export const programs: Translation<typeof en> = {
  tab: "程序 {{count, number}}",
  add: "新建程序…",
  intro:
    "自己调用模型的程序、智能体和脚本。它们把 Countersign 用作提供方的地址；真正的 API 密钥留在这里。",
  list: "程序",
  empty: {
    title: "还没有程序",
    text: "新建一个程序，然后在该程序启动的地方设置它的环境变量。它的请求会出现在收件箱中。",
  },
  mode: { hold: "全部留待审阅", rules: "由规则决定", watch: shared.watch },
  modeHint: {
    hold: "每个请求都等你处理，两道关口都要经过。",
    rules: "模式为“规则”时，由你的规则批准或拒收。其余等你处理。",
    watch: "请求立即通过，并会扫描和记录。预算、限额和“全部停止”仍然有效。",
  },
  modeOf: "{{name}} 的模式",
  ofServer: "服务器 {{name}}",
  requests_one: "{{count, number}} 个请求",
  requests_other: "{{count, number}} 个请求",
  unused: "尚未使用",
  used: "上次使用 {{when}}",
  expires: "{{when}} 到期",
  expired: "已于 {{when}} 到期：令牌会被拒收",
  budget: { hour: "每小时 ${{usd}}", day: "每天 ${{usd}}", month: "每月 ${{usd}}" },
  renew: "新令牌…",
  remove: shared.removeTitle,
  dialog: {
    new: "新建程序",
    create: "创建程序",
    nameHint: "显示在它的请求、规则和审计日志中。",
    redact: "模型收到请求之前隐去",
    secrets: shared.secrets,
    personal: "个人数据",
    expiry: "多少天后到期",
    expiryHint: "留空：永不到期。到期后，令牌会被拒收。",
    number: "请输入大于零的数字，或留空。",
  },
  token: {
    title: "连接 {{name}}",
    intro: "请在该程序启动的地方设置这些变量。之后它经 Countersign 调用模型。",
    lines: "环境变量",
    once: "令牌只在此时显示。如果丢失，请生成新令牌。",
  },
  confirm: {
    watch: {
      title: "让 {{name}} 的请求直接通过？",
      text: "除“停止”外，在每种模式下，它的请求都不经你处理就发给模型，回复也直接返回。请求会扫描、计入预算并记录；审计日志会写明这项许可。",
      act: shared.watch,
    },
    renew: {
      title: "为 {{name}} 生成新令牌？",
      text: "旧令牌立即失效。待处理的请求保留。",
      act: "生成新令牌",
    },
    remove: {
      title: "移除 {{name}}？",
      text: "它的令牌立即失效。它以前的请求仍保留在历史中。",
      act: "移除程序",
    },
  },
  give: {
    open: "让此服务器使用模型…",
    title: "让 {{name}} 使用模型",
    intro:
      "用于自己调用模型 API 的服务器。这些变量使它的调用经过 Countersign，并带有它自己的令牌。之后它的命令需要你重新批准。",
    diff: "更改前后的环境变量",
    act: "设置变量",
    address: "http://127.0.0.1:…",
  },
};
