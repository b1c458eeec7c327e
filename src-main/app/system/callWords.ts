// What main says about a call before it is made: what would happen, to what, and why it asks.
import type { ActCall, ActChannel } from "../../../src-shared/ipc/contract.ts";
import type { Decision } from "../../../src-shared/ipc/decision.ts";
import type { Endpoint, ServerView } from "../../../src-shared/servers/server.ts";

export interface CallNames {
  language: "en" | "zh";
  server(id: string): ServerView | undefined;
  /** The name of the server that made a request. */
  asker(sampleId: string): string | undefined;
}

type Words = readonly [en: string, zh: string];

const DECISIONS: Record<Decision["kind"], Words> = {
  "approve-request": ["Send a request to a model", "把一个请求发送给模型"],
  "approve-candidates": ["Send a request to several models", "把一个请求发送给多个模型"],
  "answer-by-hand": ["Answer a request by hand", "手动回答一个请求"],
  "approve-response": ["Send a response to its server", "把回答发送给服务器"],
  "back-to-request": ["Take a request back to its first step", "让一个请求回到第一步"],
  reject: ["Reject a request", "拒绝一个请求"],
};
const SWITCH = {
  review: ["Let requests come again; you review each", "重新接收请求，逐条由你审阅"],
  rules: ["Let the rules decide what they may", "由规则决定它们可以决定的"],
  stopped: ["Stop everything", "全部停止"],
} as const satisfies Record<string, Words>;

const CALLS: Record<Exclude<ActChannel, "desk.decide" | "desk.announce" | "desk.switch">, Words> = {
  "desk.refuseAll": ["Refuse everything that waits", "拒绝所有等待处理的请求"],
  "desk.refuseUnrecorded": [
    "Refuse everything that waits, unrecorded",
    "拒绝所有等待处理的请求，且无法记录",
  ],
  "desk.moreRounds": ["Allow a call more rounds with tools", "允许一次调用再使用几轮工具"],
  "ledger.retry": ["Try to write the record again", "重新尝试写入记录"],
  "network.set": ["Change the proxy and network settings", "更改代理和网络设置"],
  "network.pickCertificate": ["Trust a further certificate", "信任另一个证书"],
  "network.dropCertificate": ["Stop trusting a certificate", "不再信任一个证书"],
  "local.configure": ["Change the settings of a local model", "更改本地模型的设置"],
  "settings.set": ["Change settings", "更改设置"],
  "history.forget": ["Forget the content of requests for good", "永久删除请求的内容"],
  "history.replay": ["Hold an earlier request anew", "重新提交一个旧请求"],
  "history.paste": ["Hold a pasted request", "提交一个粘贴的请求"],
  "history.callAgain": ["Make an earlier call again", "重新进行一次旧的调用"],
  "servers.fine": ["Accept who a server is now", "认可服务器现在的身份"],
  "keeping.run": ["Delete content whose time is over", "删除保存期已过的内容"],
  "limits.raise": ["Raise a limit", "提高一项限额"],
  "models.addProvider": ["Add a model provider", "添加模型提供方"],
  "models.updateProvider": ["Change a model provider", "更改模型提供方"],
  "models.tryProvider": ["Try a model provider with its key", "用密钥试连模型提供方"],
  "models.removeProvider": ["Remove a model provider", "移除模型提供方"],
  "models.restoreProvider": ["Bring a removed provider back", "恢复已移除的提供方"],
  "models.enable": ["Switch a model on or off", "启用或停用一个模型"],
  "models.enableMany": ["Switch models on or off", "启用或停用多个模型"],
  "models.setDefault": ["Choose another default model", "更改默认模型"],
  "models.override": ["Change what is known of a model", "更改模型的信息"],
  "models.pickFile": ["Add a model from a file", "从文件添加模型"],
  "models.removeFile": ["Remove a local model", "移除本地模型"],
  "models.download": ["Download a model", "下载一个模型"],
  "fixtures.pickFolder": ["Choose the folder of canned answers", "选择预录回答的文件夹"],
  "fixtures.read": ["Read the canned answers again", "重新读取预录回答"],
  "fixtures.accept": ["Let the changed canned answers hold", "让更改后的预录回答生效"],
  "fixtures.switch": ["Answer a server with canned answers", "用预录回答应答服务器"],
  "fixtures.atStart": [
    "Answer a server with canned answers from each start on",
    "每次启动后都用预录回答应答服务器",
  ],
  "rules.save": ["Change the rules", "更改规则"],
  "rules.accept": ["Let the changed rules file hold", "让更改后的规则文件生效"],
  "rules.decideWaiting": ["Let the rules decide what waits", "让规则决定等待处理的请求"],
  "rules.reveal": ["Show the rules file in its folder", "在文件夹中显示规则文件"],
  "servers.add": ["Add servers", "添加服务器"],
  "servers.update": ["Change a server", "更改服务器"],
  "servers.remove": ["Remove a server", "移除服务器"],
  "servers.enable": ["Switch a server on", "启用服务器"],
  "servers.policy": ["Change what a server may do", "更改服务器的权限"],
  "servers.connect": ["Connect a server", "连接服务器"],
  "servers.confirm": ["Start the command of a server", "启动服务器的命令"],
  "servers.signIn": ["Sign in to a server", "登录服务器"],
  "servers.trafficClear": ["Clear the traffic of a server", "清除服务器的通信记录"],
  "calls.start": ["Call a server", "调用服务器"],
  "calls.logLevel": ["Change what a server logs", "更改服务器的日志级别"],
  "elicitations.answer": ["Answer a question of a server", "回答服务器的问题"],
  "demo.run": ["Run the demo", "运行演示"],
};

const WHY = {
  en: "No key, button or touch that asks for this has reached Countersign. Go on only if you asked for it in another way, such as by a screen reader.",
  zh: "Countersign 没有收到要求这样做的按键、点击或触摸。只有当你用别的方式（例如屏幕阅读器）要求这样做时，才请继续。",
} as const;

/** Longer ones would push the buttons off the screen. */
const SUBJECT_LENGTH = 1500;

export function callWords(call: ActCall, names: CallNames) {
  const { language } = names;
  const zh = language === "zh";
  const whole = subjectOf(call, names).map(visible).join("\n");
  const subject =
    whole.length <= SUBJECT_LENGTH
      ? whole
      : `${whole.slice(0, SUBJECT_LENGTH)}… (${SUBJECT_LENGTH} / ${whole.length})`;
  return {
    message: `${wordsOf(call)[zh ? 1 : 0]}${zh ? "？" : "?"}`,
    detail: subject === "" ? WHY[language] : `${subject}\n\n${WHY[language]}`,
    cancel: zh ? "取消" : "Cancel",
    go: zh ? "继续" : "Go on",
  };
}

function wordsOf(call: ActCall): Words {
  switch (call.channel) {
    case "desk.decide":
      return DECISIONS[call.args[2].kind];
    case "desk.switch":
      return SWITCH[call.args[0]];
    case "desk.announce": {
      const approved = call.args[0].filter(
        ({ decision }) => decision.kind === "approve-request",
      ).length;
      const rejected = call.args[0].length - approved;
      return [
        `Send requests to a model: ${approved}. Reject: ${rejected}`,
        `发送给模型的请求：${approved}。拒绝：${rejected}`,
      ];
    }
    default:
      return CALLS[call.channel];
  }
}

/** To what it would happen: servers, commands, addresses, a line each. */
function subjectOf(call: ActCall, { server, asker }: CallNames): string[] {
  switch (call.channel) {
    case "servers.add":
      return call.args[0].map(({ name, endpoint }) => `${name}: ${lineOf(endpoint)}`);
    case "servers.update":
      return [`${call.args[1].name}: ${lineOf(call.args[1].endpoint)}`];
    case "servers.confirm": {
      const found = server(call.args[0]);
      return found === undefined ? [] : [`${found.name}: ${lineOf(found.endpoint)}`];
    }
    case "models.addProvider":
    case "models.tryProvider":
      return [`${call.args[0].name}: ${call.args[0].baseUrl}`];
    case "models.updateProvider":
      return [`${call.args[1].name}: ${call.args[1].baseUrl}`];
    case "calls.start":
      return [`${server(call.args[0])?.name ?? ""}: ${call.args[2]}`];
    case "settings.set":
      return Object.keys(call.args[0]);
    case "rules.save":
      return call.args[0].map(({ name, on, decide }) => `${name}: ${on ? decide : "–"}`);
    default: {
      const [first] = call.args;
      if (typeof first !== "string") return [];
      return [server(first)?.name ?? asker(first) ?? ""];
    }
  }
}

function lineOf(endpoint: Endpoint<unknown>): string {
  if (endpoint.kind === "stdio") return [endpoint.command, ...endpoint.args].join(" ");
  return endpoint.kind === "demo" ? "" : endpoint.url;
}

/** Nothing invisible, no line end, no change of direction: as escapes. */
const visible = (text: string): string =>
  text.replaceAll(/[\p{C}\u2028\u2029]/gu, (odd) => `\\u{${odd.codePointAt(0)?.toString(16)}}`);
