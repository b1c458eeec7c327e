// 宿主和程序的文字。
import { shared } from "./common.ts";
import type * as source from "../en/hosts.ts";
import type { Translation } from "../translation.ts";

// “智能体”的文字。
export const hosts: Translation<typeof source.hosts> = {
  intro:
    "这台电脑上会启动 MCP 服务器的程序。在这里更改宿主的配置文件之前，它的服务器不经过 Countersign。",
  addFile: "打开配置文件…",
  connect: "连接其他宿主…",
  where_one: "{{file}} · {{count, number}} 个服务器",
  where_other: "{{file}} · {{count, number}} 个服务器",
  list: "{{program}} 的服务器",
  wrap: "经 Countersign 审阅…",
  undo: "撤销…",
  state: {
    direct: "直连",
    "after-restart": "重启后生效",
    through: "经过 Countersign",
    drifted: "文件中已更改",
    off: "在宿主中已关闭",
  },
  stateHint: {
    direct: "宿主自己启动这个服务器。",
    "after-restart": "请重启宿主。在此之前，已打开的会话仍为直连。",
    through: "宿主已通过 Countersign 使用过这个服务器。",
    drifted: "Countersign 更改文件之后，文件又被更改。宿主又自己启动这个服务器。",
  },
  sessions_one: "{{count, number}} 个会话",
  sessions_other: "{{count, number}} 个会话",
  uses: "使用“{{name}}”",
  usedBy: {
    title: "使用它的宿主",
    unseen:
      "这里看不到宿主的命令行（Claude Code 的 --mcp-config）、Claude Code 以外的宿主的插件和公司管理的设置：其中的服务器不经过 Countersign。",
  },
  session: { unnamed: "尚未报上名称的宿主", since: "始于 {{at}}" },
  alsoDirect: {
    project: "另由项目文件直接启动：",
    own: "在项目中另由此文件直接启动：",
    plugin: "另由插件文件直接启动：",
  },
  alsoDirectHint: "宿主还从那里得知同名的服务器，并自己启动它。它的请求不经过 Countersign。",
  not: {
    placeholders:
      "除环境变量和请求头外，这一项还有内容（${…}）由宿主填入，Countersign 无法填入。请先在文件中写入实际的值。",
    wrapped: "这个服务器已由 Countersign 的另一个配置文件夹审阅。",
    foreign: "Countersign 不清楚宿主怎样读取这一项。请用“连接其他宿主…”，并自行填写。",
  },
  empty: {
    title: "没有找到宿主",
    text: "Countersign 会自动查找 Claude Code、Claude Desktop、Cursor、VS Code、Windsurf、Codex、opencode、Gemini CLI 和 Qwen Code。项目自己的配置文件，请手动打开。",
  },
  dialog: {
    title: "经 Countersign 审阅 {{program}} 的服务器",
    intro:
      "{{program}} 将启动 Countersign 的转接脚本来代替所选的服务器，由 Countersign 启动它们。它们的请求会出现在收件箱中。",
    choose: "要审阅的服务器",
    diff: "对 {{file}} 的更改",
    backup: "当前文件将保存为 {{file}}。",
    restart: "然后重启 {{program}}。在此之前，已打开的会话仍为直连。",
    undo: "可随时在“智能体”中撤销。只会改回这些项。",
    without: "如果 Countersign 没有运行，转接脚本会启动它。如果启动失败，这些服务器不会启动。",
    nothing: "尚未作任何更改。",
    apply: "更改配置文件",
    done_one: "{{program}} 现在经 Countersign 启动 {{count, number}} 个服务器。请重启它。",
    done_other: "{{program}} 现在经 Countersign 启动 {{count, number}} 个服务器。请重启它。",
  },
  other: {
    title: "其他宿主",
    list: "其他宿主的条目",
    made: "创建于 {{when}}",
    used: "使用中",
    unused: "尚未使用",
    removeHint: "结束它的会话。宿主不能再用这个条目访问 {{name}}。",
    removed: "{{name}} 的条目已移除。",
  },
  connectDialog: {
    title: "连接其他宿主",
    intro:
      "用于 Countersign 没有找到的宿主，或自带 MCP 客户端的程序。宿主经 Countersign 访问你的一个服务器。",
    choose: "选择服务器",
    noServers: "请先添加服务器。",
    create: "创建条目",
    relay: "用于会启动程序的宿主",
    http: "用于经 HTTP 连接的宿主",
    once: "条目中有令牌，只在此时显示。请将其中一种写入宿主的配置，然后重启宿主。",
    noNode: "这台电脑上没有 Node.js，只能使用 HTTP。",
    copyRelay: "转接脚本条目",
    copyHttp: "HTTP 条目",
  },
  undoDialog: {
    title: "撤销对 {{program}} 配置的更改？",
    intro: "{{program}} 将重新自己启动这些服务器。它们的请求不再经过审阅。",
    apply: "撤销更改",
    done: "{{program}} 重新自己启动它的服务器。请重启它。",
  },
};

// 智能体的自带工具的文字。
export const agents: Translation<typeof source.agents> = {
  tools: "自带工具",
  toolsOf: "{{name}} 的自带工具",
  direct: "命令和编辑不经过 Countersign",
  setUp: "设置…",
  setUpOf: "设置 {{name}} 的自带工具…",
  changeOf: "更改 {{name}} 的哪些操作交给你…",
  undoOf: "撤销 {{name}} 的钩子…",
  state: {
    unheard: "已设置，尚未见到操作",
    untrusted: "尚未被信任",
    held: "自 {{at}} 起拦下",
    changed: "已被更改",
  },
  unheardHint: "请重启 {{name}}。它的第一个操作会表明钩子是否有效。",
  untrustedHint:
    "新的或更改过的钩子，Codex 会不作提示地跳过，直到你信任它：启动 codex，输入 /hooks，信任 Countersign 的条目。在此之前，它的操作不经过 Countersign。",
  needsNode:
    "{{name}} 用 Node.js 启动 Countersign 的钩子，但这台电脑上没有。请安装 Node.js 20 或更新的版本，然后再来查看。",
  changed: {
    record:
      "另一个程序更改了 Countersign 对这个钩子的记录，或没有钥匙串。在你重新选择之前，一切都交给你处理。",
    "entry-gone": "配置中已没有这个钩子：操作不经过 Countersign。",
    "entry-changed": "配置中的钩子不是 Countersign 写入的那个。",
    "hooks-off": "配置关闭了所有钩子：操作不经过 Countersign。",
    script: "钩子的脚本或旁边的文件不是 Countersign 写入的那个。",
    socket: "钩子连不到这个 Countersign。",
  },
  choice: {
    asked: "它本来就会问你的",
    changes: "命令和更改",
    everything: "全部",
  },
  choiceHint: {
    asked: "先按 {{name}} 自己的规则；其放行的会记录下来。",
    changes: "{{name}} 自己的设置允许的也包括在内。读取、搜索和抓取会通过并记录下来。",
    everything: "每次读取、搜索和抓取也包括在内。",
  },
  absent: { block: "阻止", leave: "由 {{name}} 询问" },
  dialog: {
    title: "审阅 {{name}} 的操作",
    intro: "{{name}} 会告诉 Countersign 它将用自带工具做什么。由你选择哪些要等你决定。",
    actions: "哪些交给你",
    recommended: "推荐",
    absent: "Countersign 没有运行时",
    apply: "更改 1 个文件",
    creates: "{{file}} 尚不存在，将会新建。撤销时会移除它。",
    restart: "然后重启 {{name}}。可随时在“智能体”中撤销。",
    opens: "如果钩子被终止或停止响应，{{name}} 会不经你处理就运行操作。",
    done: "{{name}} 现在会先问 Countersign。请重启它。",
  },
  undoDialog: {
    title: "撤销 {{name}} 的钩子？",
    intro: "{{name}} 用自带工具做的事不再交给你。",
    done: "{{name}} 不再问 Countersign。请重启它。",
  },
};

// “智能体”的文字。
export const programs: Translation<typeof source.programs> = {
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
    next: "下一步：在它启动的地方设置变量。",
    more: "更多选项",
    options_zero: "预算、限额、模型、隐去、有效期：均未设置",
    options_other: "预算、限额、模型、隐去、有效期：已设置 {{count, number}} 项",
    modeHint: {
      hold: "请求和回复都由你批准",
      rules: "其余交给你",
      watch: "立即通过并记录",
    },
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
