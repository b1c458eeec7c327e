// 等待批准的宿主工具调用。
import type { Translation } from "../../translation.ts";
import type { toolCall as source } from "../../en/requests/toolCall.ts";

export const toolCall: Translation<typeof source> = {
  title: "工具调用",
  views: { call: "调用" },
  arguments: "参数",
  asForm: "以表单显示",
  asJson: "以 JSON 显示",
  run: "批准并运行",
  runs: "运行",
  on: "于",
  reject: "拒绝",
  destructive: "服务器声明：具有破坏性",
  destructiveNote: "服务器称此工具具有破坏性",
  checked: "调用的参数",
  tool: "工具",
  claims: "服务器声明：",
  noClaims: "服务器没有说明它是否会更改任何内容。",
  hint: {
    readOnly: { yes: "只读", no: "非只读" },
    destructive: { yes: "有破坏性", no: "无破坏性" },
    idempotent: { yes: "幂等", no: "非幂等" },
    openWorld: { yes: "会访问服务器之外", no: "只在服务器之内" },
  },
  off: { fix: "请先修正参数再运行", line: "第 {{line, number}} 行" },
  json: { sent: "运行时服务器收到的内容", asked: "收到的调用" },
  asked: "{{name}} 的调用参数",
  ran: "以这些参数运行",
  notRun: "未运行",
};
