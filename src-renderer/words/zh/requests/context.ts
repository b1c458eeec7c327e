// 请求所附带的上下文：请求了什么、每一段内容、来自哪里。
import { shared } from "../common.ts";
import type { Translation } from "../../translation.ts";
import type { context as source } from "../../en/requests/context.ts";

export const context: Translation<typeof source> = {
  title: "附带的上下文",
  asked: "服务器请求",
  notAsked: "服务器没有请求上下文。",
  unknown: "未知的值：没有选中任何内容。",
  undeclared: "你没有与该服务器共享上下文，因此不附带任何内容。",
  undeclaredWhere: "服务器设置",
  preset: "该服务器自己在这次调用中的内容已加入系统提示词。请取消选中不该让模型看到的内容。",
  nothingPreset: "在你选中之前，不会附带任何内容。",
  look: "显示可用的上下文",
  nothing: "目前没有可用的内容：没有说明，也没有更早的调用。",
  gathering: "正在收集上下文…",
  gatheringNext: "收集完成后，请求会随之改变",
  count_other: "已附带 {{count, number}} 段",
  added_other: "共 {{count, number}} 段，约 {{tokens, number}} 词元，",
  where: "位于系统提示词的末尾，是你可以编辑的文本。",
  kind: {
    call: "正在进行的调用",
    result: "更早的调用",
    sample: "更早的请求",
    instructions: "服务器的说明",
    resource: shared.resource,
    prompt: shared.prompt,
  },
  size_other: "{{count, number}} 个字符 · 约 {{tokens, number}} 词元",
  masked_other: "已略去 {{count, number}} 处机密",
  left: "可能含有因过短而无法检测的机密：",
  hide: "隐藏",
  showOf: "显示{{piece}}的文本",
  hideOf: "隐藏{{piece}}的文本",
  from: "来自 {{server}}",
  others: "其他服务器：默认不选中任何内容。",
  more_other: "还有 {{count, number}} 次更早的调用",
  given: {
    none: "无",
    added: "已附带",
  },
};
