// 模型提供方无法接收的内容，以及不会告知模型的内容。
import type { Translation } from "../translation.ts";
import type { fit as source } from "../en/fit.ts";

export const fit: Translation<typeof source> = {
  title: "不会告知模型的内容",
  none: "此请求的全部内容都会告知模型。",
  metadata: "元数据",
  messages_other: "{{count, number}} 条消息的附加成员",
  blocks_other: "{{count, number}} 个内容块的附加成员",
  tools_other: "{{count, number}} 个工具的附加成员",
  request: "任何修订版都未定义的成员",
  metadataSet: "会替换你所批准内容的元数据",
  metadataValue: "取值不在可传递范围内的元数据",
  metadataUnknown: "无法确认对提供方无害的元数据",
  toolChoice: "工具选择方式，因为没有工具",
  parallel: "一次只调用一个工具：该提供方没有此开关",
  pass: "传递元数据",
  passHint: "作为 {{provider}} 的选项，与对话一起发送。只传递已知无害的成员。",
  passNot: "{{provider}} 不接受服务器的选项。",
  warnings: "提供方适配器略去了",
  off: "无法向 {{model}} 提出此请求：",
  offNext: "请选择其他模型，或移除该内容。",
  misfit: {
    role: "不支持该角色",
    user: "用户消息中不支持",
    assistant: "助手消息中不支持",
    "tool-result": "工具结果中不支持",
    "tool-name": "有两个工具同名",
    "tool-choice": "没有这种工具选择方式",
  },
};
