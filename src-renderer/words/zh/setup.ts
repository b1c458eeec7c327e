// 设置智能体、检查是否拦得住、撤销设置的文字。
import type * as source from "../en/setup.ts";
import type { Translation } from "../translation.ts";

export const setup: Translation<typeof source.setup> = {
  titleAgain: "更改对 {{name}} 的审阅",
  comes: "交给你的：命令、编辑和抓取",
  choiceHint: {
    asked: "其余的会记录下来",
    changes: "它自己的设置允许的也包括在内",
    everything: "它读取的每个文件也包括在内",
    none: "{{name}} 不会告诉钩子它本来要问什么",
  },
  door: { servers: "MCP 服务器", calls: "模型调用" },
  servers: "经过 Countersign 的 MCP 服务器",
  holdCalls: "每一轮都在两道关口拦下",
  callsKey: "使用 Countersign 中 {{provider}} 的 API 密钥，而不是你的套餐的登录。",
  opens: "如果钩子被终止，{{name}} 仍会运行操作。",
  unmeasured: "发布前没有用 {{name}} 实际运行过这个钩子：这里的了解都来自它的文档。",
  opensAfter: "如果钩子被终止，或停止响应 {{limit}}，{{name}} 仍会运行操作。",
  nothing: "没有要更改的内容。",
  newFile: "新文件",
  added_other: "新增 {{count, number}} 行",
  removed_other: "删除 {{count, number}} 行",
  wholeFile: "整个文件",
  changedLines: "更改的行",
  after: "备份保留在这些文件旁边。之后请重启 {{name}}。可随时在“智能体”中撤销。",
  apply_zero: "更改文件",
  apply_other: "更改 {{count, number}} 个文件",
  applyAgain_zero: "更新文件",
  applyAgain_other: "更新 {{count, number}} 个文件",
  changed: "{{name}} 已更改。请重启它。",
  need: {
    restart: "请重启 {{name}}。",
    trust: "请启动 {{name}}，输入 /hooks，信任 Countersign 的条目。",
    "trusted-folder": "请信任你使用 {{name}} 的文件夹。",
    node: "请安装 Node.js 20 或更新的版本。",
  },
  needWhy: {
    restart: "在此之前，已打开的会话不经过 Countersign。",
    trust: "在此之前，{{name}} 会不作提示地跳过它们。",
    "trusted-folder": "在其他文件夹中，它会跳过钩子。",
    node: "{{name}} 用它启动 Countersign 的钩子。",
  },
  check: {
    isSetUp: "{{name}} 已设置",
    byAction: "没有你，{{name}} 无法检查：它的第一个操作就是检查。",
    done: "完成",
  },
  undo: {
    title: "撤销 Countersign 对 {{name}} 的更改？",
    intro: "撤销的部分不再经过 Countersign。",
    choose: "要撤销的内容",
    apply_zero: "撤销更改",
    apply_other: "撤销 {{count, number}} 个文件中的更改",
    done: "对 {{name}} 的更改已撤销。请重启它。",
  },
};
