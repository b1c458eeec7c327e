// 服务器通信页的用词。
import { shared } from "./common.ts";
import type { Translation } from "../translation.ts";
import type { traffic as source } from "../en/traffic.ts";

export const traffic: Translation<typeof source> = {
  open: "通信",
  ofRequest: "在通信中显示这个请求",
  follow: "跟随新消息",
  pair: "转到响应或请求",
  clear: "清除所有消息",
  forgotten_other: "已丢弃 {{count, number}} 条更早的消息。",
  began: "连接开始",
  ended: "连接结束",
  direction: { in: "来自服务器", out: "发往服务器" },
  kind: {
    request: "请求",
    answer: "响应",
    failed: "错误",
    notification: "通知",
    batch: "批次",
    other: "非 JSON-RPC",
  },
  kinds: {
    all: "所有种类",
    request: shared.requests,
    answer: "响应",
    notification: shared.notifications,
    failed: "错误与未收下的",
    batch: "批次",
    other: "非 JSON-RPC",
  },
  notTakenShort: "未收下",
  notTaken: "这条消息没有送达服务器，或被拒收。",
  answeredAfter: "{{took}} 后得到响应",
  answersAfter: "{{took}} 后发出",
  noAnswer: "尚无响应",
  toAnswer: "转到响应",
  toRequest: "转到请求",
  openSample: "在收件箱中打开",
  filter: {
    bar: "筛选与操作",
    text: "筛选消息",
    textLabel: "按方法名或消息中任意文字筛选",
    direction: "方向",
    both: "双向",
    in: "来自服务器",
    out: "发往服务器",
    kind: "种类",
    searching: "正在搜索…",
    shown_other: "{{all, number}} 条中的 {{count, number}} 条",
    none_other: "{{count, number}} 条消息都不匹配。",
    off: "全部显示",
  },
  copy: {
    all_other: "将 {{count, number}} 行复制为 JSON 行",
    done_other: "已复制 {{count, number}} 行",
    part_other: "已复制 {{count, number}} 行；内容过多，略去 {{left, number}} 行",
    failed: "无法复制",
  },
  message: {
    none: "选择一条消息，阅读全文。",
    gone: "这条消息已不再可用。",
  },
  cut: {
    title: "已截断。",
    text: "只显示 {{bytes}} 字节中最前面的 {{kept}}。",
  },
  unseen: {
    title: "其中有看不见的字符。",
    more_other: "以及另外 {{count, number}} 种",
  },
  notUtf8: {
    title: "这可能不是准确的原文。",
    text: "其中含有 U+FFFD：不是 UTF-8 的字节会显示成这样，也可能是服务器写了这个字符。",
  },
  empty: {
    title: "还没有消息",
    text: "Countersign 与这个服务器之间的每条消息都会显示在这里，双向都有，包括格式错误的消息。机密会被遮盖。消息只在内存中保留到你退出为止。",
  },
};
