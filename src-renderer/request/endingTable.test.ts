// Every kind of request × every ending: who caused it, and who got what, in both languages.
import { expect, it } from "vitest";
import { refusalFor } from "#shared/request/checks/wire.ts";
import { CANCELLED_BY } from "#shared/request/life/actors.ts";
import type {
  CancelReason,
  Ending,
  HeldRequest,
  TimelineEntry,
} from "#shared/request/life/heldRequest.ts";
import { wordsOf } from "#words/index.ts";
import { endingWords } from "./outcomeWords.ts";

const requester = { name: "notes" };
const host = { name: "Claude Code", sessionId: "s" };
const pushed = { kind: "pushed", requestId: 7 } as const;
const http = { kind: "http", dialect: "openai-chat", id: "1", createdS: 1 } as const;
const program = { name: "nightly", transport: "endpoint" };
const by = { kind: "person" } as const;
const timeline: TimelineEntry[] = [{ atMs: 1, kind: "run-approved", by }];

const KINDS: Record<string, object> = {
  sampling: { requester, reply: pushed },
  task: { requester, reply: { kind: "task", requestId: 7, taskId: "t" } },
  embedded: { requester, reply: { kind: "embedded", key: "a", siblings: ["a", "b"] } },
  "form or link": { requester, reply: pushed, requestKind: "elicitation" },
  "host's sampling": { requester: { ...requester, host }, reply: pushed },
  "host's embedded": {
    requester: { ...requester, host },
    reply: { kind: "embedded", key: "a", siblings: ["a"] },
  },
  "held call": { requester: { ...requester, host }, reply: pushed, requestKind: "tool-call" },
  "held result": {
    requester: { ...requester, host },
    reply: pushed,
    requestKind: "tool-call",
    producer: "server",
    timeline,
  },
  completion: { requester: program, reply: { ...http, stream: false }, requestKind: "completion" },
  stream: { requester: program, reply: { ...http, stream: true }, requestKind: "completion" },
  action: {
    requester: { name: "Claude Code", transport: "hook" },
    reply: { kind: "hook" },
    requestKind: "action",
  },
};

const delivery = { kind: "delivered" } as const;
const document = { role: "assistant", content: [], model: "m" } as never;
const answered = { document, documentHash: "", attemptId: "a", by };
const refusal = refusalFor("rate-limited");

/** As the desk records it: an error's delivery where one is sent. */
const cancelled = (because: CancelReason): Ending =>
  because.kind === "quit" || because.kind === "switched-off"
    ? { kind: "cancelled", because, delivery }
    : { kind: "cancelled", because };
const MORE: Partial<Record<CancelReason["kind"], object>> = {
  "server-cancelled": { reason: "too slow" },
  "host-cancelled": { reason: "too slow" },
  "call-ended": { afterMs: 5000 },
  "server-died": { detail: "exit 3" },
};
const ENDINGS: Record<string, Ending> = {
  replied: { kind: "replied", ...answered },
  undeliverable: { kind: "undeliverable", ...answered, detail: "EPIPE" },
  unknown: { kind: "unknown", ...answered },
  rejected: { kind: "rejected", gate: 1, by, noteSent: false, delivery },
  "rejected, told why": { kind: "rejected", gate: 1, by, note: "No.", noteSent: true, delivery },
  "rejected, not told why": {
    kind: "rejected",
    gate: 1,
    by,
    note: "No.",
    noteSent: false,
    delivery,
  },
  refused: { kind: "refused", gate: 1, by: { kind: "desk" }, refusal, delivery },
  ...Object.fromEntries(
    Object.keys(CANCELLED_BY).map((kind) => [
      kind,
      cancelled({ kind, ...MORE[kind as CancelReason["kind"]] } as CancelReason),
    ]),
  ),
};

/** The reasons that a kind can end with: a host's are of requests in its session, a program's are its own. */
const HOSTS = ["host-cancelled", "host-left", "call-rejected", "call-refused"];
const SERVERS = [
  "server-cancelled",
  "call-ended",
  "server-died",
  "disconnected",
  "sibling-declined",
];
const CALLS = [
  "call-cancelled",
  "call-rejected",
  "sibling-declined",
  "server-cancelled",
  "call-ended",
];
function isPossible(kind: string, ending: string): boolean {
  const isProgram = kind === "completion" || kind === "stream";
  if (ending === "program-left") return isProgram;
  if (ending === "agent-left") return kind === "action";
  if (kind === "action")
    return ![...HOSTS, ...SERVERS, "call-cancelled", "holder-lost"].includes(ending);
  if (isProgram) return ![...HOSTS, ...SERVERS, "call-cancelled"].includes(ending);
  if (kind.startsWith("held"))
    return ![...CALLS, ...(kind === "held call" ? ["call-refused"] : [])].includes(ending);
  if (HOSTS.includes(ending)) return kind.startsWith("host's");
  if (ending === "sibling-declined") return kind.endsWith("embedded");
  return !(kind.startsWith("host's") && ending === "call-cancelled");
}

function table(language: string, kind: string): string {
  const t = wordsOf(language);
  return Object.entries(ENDINGS)
    .filter(([name]) => isPossible(kind, name))
    .map(([name, ending]) => {
      const request = {
        attempts: [],
        timeline: [],
        phase: { kind: "ended", atMs: 1, ending },
        ...KINDS[kind],
      } as unknown as HeldRequest;
      const { what, sent, quote } = endingWords(t, request, ending);
      return `${name}: ${[what, sent, quote].filter((text) => text !== "").join(" ")}`;
    })
    .join("\n");
}

it.each(Object.keys(KINDS))("says in English how it ended: %s", (kind) => {
  expect(table("en", kind)).toBe(ENGLISH[kind]?.trim());
});

it.each(Object.keys(KINDS))("says in Chinese how it ended: %s", (kind) => {
  expect(table("zh", kind)).toBe(CHINESE[kind]?.trim());
});

const ENGLISH: Record<string, string> = {
  action: `
replied: “Claude Code” received the verdict.
undeliverable: The verdict didn’t reach “Claude Code”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the verdict reached “Claude Code”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this. “Claude Code” got a rejection.
rejected, told why: You rejected this. “Claude Code” got a rejection with the reason: No.
rejected, not told why: You rejected this. “Claude Code” got a rejection. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. “Claude Code” got a rejection: Too many actions within a minute
agent-left: “Claude Code” stopped waiting. That doesn’t say whether it went ahead. Nothing was sent.
switched-off: You turned off “Claude Code”. “Claude Code” got a rejection: Countersign closed before this action was decided, so it was refused.
quit: Countersign quit while this was pending. “Claude Code” got a rejection: Countersign closed before this action was decided, so it was refused.
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. Nothing was sent.
`,
  sampling: `
replied: “notes” received the response. It was sent exactly as shown below.
undeliverable: The response wasn’t delivered to “notes”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the response reached “notes”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. “notes” got error −1.
rejected, told why: You rejected this at gate 1. “notes” got error −1 with the reason: No.
rejected, not told why: You rejected this at gate 1. “notes” got error −1. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. “notes” got error −32065: Too many sampling requests within a minute
server-cancelled: “notes” cancelled the request. Nothing was sent. too slow
call-ended: “notes” stopped waiting after 5.0 s: the call behind this request ended. Nothing was sent. Set a longer request timeout in the server to get more time.
call-cancelled: The call behind this request was cancelled. Nothing was sent.
server-died: “notes” exited. Nothing was sent. exit 3
disconnected: The connection to “notes” was lost. Nothing was sent.
switched-off: You turned off “notes”. “notes” got error −32064: The client closed before the request was decided
quit: Countersign quit while this was pending. “notes” got error −32064: The client closed before the request was decided
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. Nothing was sent.`,
  task: `
replied: “notes” received the response. It was sent exactly as shown below.
undeliverable: The response wasn’t delivered to “notes”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the response reached “notes”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. “notes” got error −1.
rejected, told why: You rejected this at gate 1. “notes” got error −1 with the reason: No.
rejected, not told why: You rejected this at gate 1. “notes” got error −1. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. “notes” got error −32065: Too many sampling requests within a minute
server-cancelled: “notes” cancelled the request. Nothing was sent. too slow
call-ended: “notes” stopped waiting after 5.0 s: the call behind this request ended. Nothing was sent. Set a longer request timeout in the server to get more time.
call-cancelled: The call behind this request was cancelled. Nothing was sent.
server-died: “notes” exited. Nothing was sent. exit 3
disconnected: The connection to “notes” was lost. Nothing was sent.
switched-off: You turned off “notes”. “notes” got error −32064: The client closed before the request was decided
quit: Countersign quit while this was pending. “notes” got error −32064: The client closed before the request was decided
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. Nothing was sent.`,
  embedded: `
replied: “notes” received the response. It was sent exactly as shown below.
undeliverable: The response wasn’t delivered to “notes”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the response reached “notes”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. The call isn’t repeated; “notes” got nothing for this or its other requests.
rejected, told why: You rejected this at gate 1. The call isn’t repeated; “notes” got nothing for this or its other requests. The reason wasn’t sent: No.
rejected, not told why: You rejected this at gate 1. The call isn’t repeated; “notes” got nothing for this or its other requests. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. The call isn’t repeated; “notes” got nothing for this or its other requests. Too many sampling requests within a minute
server-cancelled: “notes” cancelled the request. Nothing was sent. too slow
call-ended: “notes” stopped waiting after 5.0 s: the call behind this request ended. Nothing was sent. Set a longer request timeout in the server to get more time.
call-cancelled: The call behind this request was cancelled. Nothing was sent.
server-died: “notes” exited. Nothing was sent. exit 3
disconnected: The connection to “notes” was lost. Nothing was sent.
switched-off: You turned off “notes”. Nothing was sent.
sibling-declined: Another request of the same call was declined, so the call isn’t repeated. Nothing was sent.
quit: Countersign quit while this was pending. Nothing was sent.
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. Nothing was sent.`,
  "form or link": `
replied: “notes” received the response. It was sent exactly as shown below.
undeliverable: The response wasn’t delivered to “notes”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the response reached “notes”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. “notes” got the answer “decline”.
rejected, told why: You rejected this at gate 1. “notes” got the answer “decline”. The reason wasn’t sent: No.
rejected, not told why: You rejected this at gate 1. “notes” got the answer “decline”. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. “notes” got error −32065: Too many sampling requests within a minute
server-cancelled: “notes” cancelled the request. Nothing was sent. too slow
call-ended: “notes” stopped waiting after 5.0 s: the call behind this request ended. Nothing was sent. Set a longer request timeout in the server to get more time.
call-cancelled: The call behind this request was cancelled. Nothing was sent.
server-died: “notes” exited. Nothing was sent. exit 3
disconnected: The connection to “notes” was lost. Nothing was sent.
switched-off: You turned off “notes”. “notes” got the answer “cancel”.
quit: Countersign quit while this was pending. “notes” got the answer “cancel”.
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. Nothing was sent.`,
  "host's sampling": `
replied: “notes” received the response. It was sent exactly as shown below.
undeliverable: The response wasn’t delivered to “notes”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the response reached “notes”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. “notes” got error −1.
rejected, told why: You rejected this at gate 1. “notes” got error −1 with the reason: No.
rejected, not told why: You rejected this at gate 1. “notes” got error −1. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. “notes” got error −32065: Too many sampling requests within a minute
server-cancelled: “notes” cancelled the request. Nothing was sent. too slow
host-cancelled: “Claude Code” cancelled the call behind this request. Nothing was sent. too slow
host-left: “Claude Code” disconnected. Nothing was sent.
call-ended: “notes” stopped waiting after 5.0 s: the call behind this request ended. Nothing was sent. Set a longer request timeout in the server to get more time.
call-rejected: You rejected the call behind this request. Nothing was sent.
call-refused: Countersign refused the call behind this request. Nothing was sent.
server-died: “notes” exited. Nothing was sent. exit 3
disconnected: The connection between “Claude Code” and “notes” was lost. Nothing was sent.
switched-off: You disconnected “Claude Code” from “notes”. “notes” got error −32064: The client closed before the request was decided
quit: Countersign quit while this was pending. “notes” got error −32064: The client closed before the request was decided
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. Nothing was sent.`,
  "host's embedded": `
replied: “notes” received the response. It was sent exactly as shown below.
undeliverable: The response wasn’t delivered to “notes”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the response reached “notes”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. The call isn’t repeated; “notes” got nothing. “Claude Code” was told that its call wasn’t completed.
rejected, told why: You rejected this at gate 1. The call isn’t repeated; “notes” got nothing. “Claude Code” was told that its call wasn’t completed. The reason wasn’t sent: No.
rejected, not told why: You rejected this at gate 1. The call isn’t repeated; “notes” got nothing. “Claude Code” was told that its call wasn’t completed. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. The call isn’t repeated; “notes” got nothing. “Claude Code” was told that its call wasn’t completed. Too many sampling requests within a minute
server-cancelled: “notes” cancelled the request. Nothing was sent. too slow
host-cancelled: “Claude Code” cancelled the call behind this request. Nothing was sent. too slow
host-left: “Claude Code” disconnected. Nothing was sent.
call-ended: “notes” stopped waiting after 5.0 s: the call behind this request ended. Nothing was sent. Set a longer request timeout in the server to get more time.
call-rejected: You rejected the call behind this request. Nothing was sent.
call-refused: Countersign refused the call behind this request. Nothing was sent.
server-died: “notes” exited. Nothing was sent. exit 3
disconnected: The connection between “Claude Code” and “notes” was lost. Nothing was sent.
switched-off: You disconnected “Claude Code” from “notes”. Nothing was sent.
sibling-declined: Another request of the same call was declined, so the call isn’t repeated. Nothing was sent.
quit: Countersign quit while this was pending. Nothing was sent.
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. Nothing was sent.`,
  "held call": `
replied: The call was let through to “notes”. “Claude Code” gets its result without your review.
undeliverable: The call wasn’t let through to “notes”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the call reached “notes”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. The tool wasn’t run. “Claude Code” got a tool error.
rejected, told why: You rejected this at gate 1. The tool wasn’t run. “Claude Code” got a tool error with the reason: No.
rejected, not told why: You rejected this at gate 1. The tool wasn’t run. “Claude Code” got a tool error. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. The tool wasn’t run. “Claude Code” got a tool error: Too many tool calls within a minute
host-cancelled: “Claude Code” cancelled the call. The tool wasn’t run. Nothing was sent. too slow
host-left: “Claude Code” disconnected. The tool wasn’t run. Nothing was sent.
server-died: “notes” exited. The tool wasn’t run. “Claude Code” got an error for the call. exit 3
disconnected: The connection between “Claude Code” and “notes” was lost. The tool wasn’t run. “Claude Code” got an error for the call.
switched-off: You disconnected “Claude Code” from “notes”. The tool wasn’t run. “Claude Code” got a tool error: The client closed before the request was decided
quit: Countersign quit while this was pending. The tool wasn’t run. “Claude Code” got a tool error: The client closed before the request was decided
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. The tool wasn’t run. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. The tool wasn’t run. Nothing was sent.`,
  "held result": `
replied: “Claude Code” received the result. It was sent exactly as shown below.
undeliverable: The response wasn’t delivered to “Claude Code”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the response reached “Claude Code”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. The tool had been started. “Claude Code” got a tool error.
rejected, told why: You rejected this at gate 1. The tool had been started. “Claude Code” got a tool error with the reason: No.
rejected, not told why: You rejected this at gate 1. The tool had been started. “Claude Code” got a tool error. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. The tool had been started. “Claude Code” got a tool error: Too many tool calls within a minute
host-cancelled: “Claude Code” cancelled the call. The tool had been started. Nothing was sent. too slow
host-left: “Claude Code” disconnected. The tool had been started. Nothing was sent.
call-refused: The result was too large for Countersign. The tool had been started. “Claude Code” got an error for the call.
server-died: “notes” exited. The tool had been started. “Claude Code” got an error for the call. exit 3
disconnected: The connection between “Claude Code” and “notes” was lost. The tool had been started. “Claude Code” got an error for the call.
switched-off: You disconnected “Claude Code” from “notes”. The tool had been started. “Claude Code” got a tool error: The client closed before the request was decided
quit: Countersign quit while this was pending. The tool had been started. “Claude Code” got a tool error: The client closed before the request was decided
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. The tool had been started. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. The tool had been started. Nothing was sent.`,
  completion: `
replied: “nightly” received the response. It was sent exactly as shown below.
undeliverable: The response wasn’t delivered to “nightly”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the response reached “nightly”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. “nightly” got HTTP 403, user_rejected.
rejected, told why: You rejected this at gate 1. “nightly” got HTTP 403, user_rejected with the reason: No.
rejected, not told why: You rejected this at gate 1. “nightly” got HTTP 403, user_rejected. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. “nightly” got HTTP 429, limit_exceeded: Too many requests within a minute
program-left: “nightly” closed its connection. Nothing was sent.
switched-off: You removed “nightly”. “nightly” got HTTP 503, closing: Countersign closed before the request was decided
quit: Countersign quit while this was pending. “nightly” got HTTP 503, closing: Countersign closed before the request was decided
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. Nothing was sent.`,
  stream: `
replied: “nightly” received the response. It was sent exactly as shown below.
undeliverable: The response wasn’t delivered to “nightly”. It won’t be sent again: EPIPE
unknown: It’s unknown whether the response reached “nightly”. The connection was lost while it was being sent. It won’t be sent again.
rejected: You rejected this at gate 1. “nightly” got HTTP 403, user_rejected.
rejected, told why: You rejected this at gate 1. “nightly” got HTTP 403, user_rejected with the reason: No.
rejected, not told why: You rejected this at gate 1. “nightly” got HTTP 403, user_rejected. The reason wasn’t sent: No.
refused: Refused: more than ? per minute. “nightly” got HTTP 429, limit_exceeded: Too many requests within a minute
program-left: “nightly” closed its connection. Nothing was sent.
switched-off: You removed “nightly”. “nightly” got HTTP 503, closing: Countersign closed before the request was decided
quit: Countersign quit while this was pending. “nightly” got HTTP 503, closing: Countersign closed before the request was decided
interrupted: Countersign ended unexpectedly while this was pending: it crashed, or the machine went down. Nothing was sent.
holder-lost: Undeliverable: the desk that received this request stopped responding. Nothing was sent.`,
};

const CHINESE: Record<string, string> = {
  action: `
replied: “Claude Code”已收到决定。
undeliverable: 决定未能送达“Claude Code”。 不会再次发送： EPIPE
unknown: 无法确定“Claude Code”是否收到决定。 发送途中连接中断。不会再次发送。
rejected: 你拒绝了它。 “Claude Code”收到一条拒绝。
rejected, told why: 你拒绝了它。 “Claude Code”收到一条拒绝，附理由： No.
rejected, not told why: 你拒绝了它。 “Claude Code”收到一条拒绝。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 “Claude Code”收到一条拒绝： Too many actions within a minute
agent-left: “Claude Code”不再等待。这并不表明它是否执行了此操作。 没有发送任何内容。
switched-off: 你关闭了“Claude Code”。 “Claude Code”收到一条拒绝： Countersign closed before this action was decided, so it was refused.
quit: 此请求待处理时，Countersign 已退出。 “Claude Code”收到一条拒绝： Countersign closed before this action was decided, so it was refused.
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 没有发送任何内容。
`,
  sampling: `
replied: “notes”已收到回复。 发送的内容与下方完全一致。
undeliverable: 回复未能送达“notes”。 不会再次发送： EPIPE
unknown: 无法确定“notes”是否收到回复。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 “notes”收到错误 −1。
rejected, told why: 你在第 1 关拒绝了它。 “notes”收到错误 −1，附理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 “notes”收到错误 −1。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 “notes”收到错误 −32065： Too many sampling requests within a minute
server-cancelled: “notes”取消了请求。 没有发送任何内容。 too slow
call-ended: “notes”在 5.0 秒后停止等待：引发此请求的调用已结束。 没有发送任何内容。 在服务器中设置更长的请求超时，你就有更多时间。
call-cancelled: 引发此请求的调用已被取消。 没有发送任何内容。
server-died: “notes”已退出。 没有发送任何内容。 exit 3
disconnected: 与“notes”的连接中断。 没有发送任何内容。
switched-off: 你关闭了“notes”。 “notes”收到错误 −32064： The client closed before the request was decided
quit: 此请求待处理时，Countersign 已退出。 “notes”收到错误 −32064： The client closed before the request was decided
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 没有发送任何内容。`,
  task: `
replied: “notes”已收到回复。 发送的内容与下方完全一致。
undeliverable: 回复未能送达“notes”。 不会再次发送： EPIPE
unknown: 无法确定“notes”是否收到回复。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 “notes”收到错误 −1。
rejected, told why: 你在第 1 关拒绝了它。 “notes”收到错误 −1，附理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 “notes”收到错误 −1。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 “notes”收到错误 −32065： Too many sampling requests within a minute
server-cancelled: “notes”取消了请求。 没有发送任何内容。 too slow
call-ended: “notes”在 5.0 秒后停止等待：引发此请求的调用已结束。 没有发送任何内容。 在服务器中设置更长的请求超时，你就有更多时间。
call-cancelled: 引发此请求的调用已被取消。 没有发送任何内容。
server-died: “notes”已退出。 没有发送任何内容。 exit 3
disconnected: 与“notes”的连接中断。 没有发送任何内容。
switched-off: 你关闭了“notes”。 “notes”收到错误 −32064： The client closed before the request was decided
quit: 此请求待处理时，Countersign 已退出。 “notes”收到错误 −32064： The client closed before the request was decided
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 没有发送任何内容。`,
  embedded: `
replied: “notes”已收到回复。 发送的内容与下方完全一致。
undeliverable: 回复未能送达“notes”。 不会再次发送： EPIPE
unknown: 无法确定“notes”是否收到回复。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 不会再次调用；“notes”没有收到对此请求及同一调用其他请求的任何回应。
rejected, told why: 你在第 1 关拒绝了它。 不会再次调用；“notes”没有收到对此请求及同一调用其他请求的任何回应。 没有发送理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 不会再次调用；“notes”没有收到对此请求及同一调用其他请求的任何回应。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 不会再次调用；“notes”没有收到对此请求及同一调用其他请求的任何回应。 Too many sampling requests within a minute
server-cancelled: “notes”取消了请求。 没有发送任何内容。 too slow
call-ended: “notes”在 5.0 秒后停止等待：引发此请求的调用已结束。 没有发送任何内容。 在服务器中设置更长的请求超时，你就有更多时间。
call-cancelled: 引发此请求的调用已被取消。 没有发送任何内容。
server-died: “notes”已退出。 没有发送任何内容。 exit 3
disconnected: 与“notes”的连接中断。 没有发送任何内容。
switched-off: 你关闭了“notes”。 没有发送任何内容。
sibling-declined: 同一调用的另一个请求被拒绝，因此不会再次调用。 没有发送任何内容。
quit: 此请求待处理时，Countersign 已退出。 没有发送任何内容。
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 没有发送任何内容。`,
  "form or link": `
replied: “notes”已收到回复。 发送的内容与下方完全一致。
undeliverable: 回复未能送达“notes”。 不会再次发送： EPIPE
unknown: 无法确定“notes”是否收到回复。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 “notes”收到“拒绝”（decline）这一答复。
rejected, told why: 你在第 1 关拒绝了它。 “notes”收到“拒绝”（decline）这一答复。 没有发送理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 “notes”收到“拒绝”（decline）这一答复。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 “notes”收到错误 −32065： Too many sampling requests within a minute
server-cancelled: “notes”取消了请求。 没有发送任何内容。 too slow
call-ended: “notes”在 5.0 秒后停止等待：引发此请求的调用已结束。 没有发送任何内容。 在服务器中设置更长的请求超时，你就有更多时间。
call-cancelled: 引发此请求的调用已被取消。 没有发送任何内容。
server-died: “notes”已退出。 没有发送任何内容。 exit 3
disconnected: 与“notes”的连接中断。 没有发送任何内容。
switched-off: 你关闭了“notes”。 “notes”收到“取消”（cancel）这一答复。
quit: 此请求待处理时，Countersign 已退出。 “notes”收到“取消”（cancel）这一答复。
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 没有发送任何内容。`,
  "host's sampling": `
replied: “notes”已收到回复。 发送的内容与下方完全一致。
undeliverable: 回复未能送达“notes”。 不会再次发送： EPIPE
unknown: 无法确定“notes”是否收到回复。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 “notes”收到错误 −1。
rejected, told why: 你在第 1 关拒绝了它。 “notes”收到错误 −1，附理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 “notes”收到错误 −1。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 “notes”收到错误 −32065： Too many sampling requests within a minute
server-cancelled: “notes”取消了请求。 没有发送任何内容。 too slow
host-cancelled: “Claude Code”取消了引发此请求的调用。 没有发送任何内容。 too slow
host-left: “Claude Code”已断开连接。 没有发送任何内容。
call-ended: “notes”在 5.0 秒后停止等待：引发此请求的调用已结束。 没有发送任何内容。 在服务器中设置更长的请求超时，你就有更多时间。
call-rejected: 你拒绝了引发此请求的调用。 没有发送任何内容。
call-refused: Countersign 拒收了引发此请求的调用。 没有发送任何内容。
server-died: “notes”已退出。 没有发送任何内容。 exit 3
disconnected: “Claude Code”与“notes”之间的连接中断。 没有发送任何内容。
switched-off: 你断开了“Claude Code”与“notes”的连接。 “notes”收到错误 −32064： The client closed before the request was decided
quit: 此请求待处理时，Countersign 已退出。 “notes”收到错误 −32064： The client closed before the request was decided
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 没有发送任何内容。`,
  "host's embedded": `
replied: “notes”已收到回复。 发送的内容与下方完全一致。
undeliverable: 回复未能送达“notes”。 不会再次发送： EPIPE
unknown: 无法确定“notes”是否收到回复。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 不会再次调用；“notes”没有收到任何内容。 “Claude Code”已获知其调用没有完成。
rejected, told why: 你在第 1 关拒绝了它。 不会再次调用；“notes”没有收到任何内容。 “Claude Code”已获知其调用没有完成。 没有发送理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 不会再次调用；“notes”没有收到任何内容。 “Claude Code”已获知其调用没有完成。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 不会再次调用；“notes”没有收到任何内容。 “Claude Code”已获知其调用没有完成。 Too many sampling requests within a minute
server-cancelled: “notes”取消了请求。 没有发送任何内容。 too slow
host-cancelled: “Claude Code”取消了引发此请求的调用。 没有发送任何内容。 too slow
host-left: “Claude Code”已断开连接。 没有发送任何内容。
call-ended: “notes”在 5.0 秒后停止等待：引发此请求的调用已结束。 没有发送任何内容。 在服务器中设置更长的请求超时，你就有更多时间。
call-rejected: 你拒绝了引发此请求的调用。 没有发送任何内容。
call-refused: Countersign 拒收了引发此请求的调用。 没有发送任何内容。
server-died: “notes”已退出。 没有发送任何内容。 exit 3
disconnected: “Claude Code”与“notes”之间的连接中断。 没有发送任何内容。
switched-off: 你断开了“Claude Code”与“notes”的连接。 没有发送任何内容。
sibling-declined: 同一调用的另一个请求被拒绝，因此不会再次调用。 没有发送任何内容。
quit: 此请求待处理时，Countersign 已退出。 没有发送任何内容。
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 没有发送任何内容。`,
  "held call": `
replied: 已放行对“notes”的调用。 结果不经你审阅，直接交给“Claude Code”。
undeliverable: 对“notes”的调用没有放行。 不会再次发送： EPIPE
unknown: 无法确定“notes”是否收到调用。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 工具没有运行。 “Claude Code”收到工具错误。
rejected, told why: 你在第 1 关拒绝了它。 工具没有运行。 “Claude Code”收到工具错误，附理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 工具没有运行。 “Claude Code”收到工具错误。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 工具没有运行。 “Claude Code”收到工具错误： Too many tool calls within a minute
host-cancelled: “Claude Code”取消了调用。 工具没有运行。 没有发送任何内容。 too slow
host-left: “Claude Code”已断开连接。 工具没有运行。 没有发送任何内容。
server-died: “notes”已退出。 工具没有运行。 “Claude Code”收到调用错误。 exit 3
disconnected: “Claude Code”与“notes”之间的连接中断。 工具没有运行。 “Claude Code”收到调用错误。
switched-off: 你断开了“Claude Code”与“notes”的连接。 工具没有运行。 “Claude Code”收到工具错误： The client closed before the request was decided
quit: 此请求待处理时，Countersign 已退出。 工具没有运行。 “Claude Code”收到工具错误： The client closed before the request was decided
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 工具没有运行。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 工具没有运行。 没有发送任何内容。`,
  "held result": `
replied: “Claude Code”已收到结果。 发送的内容与下方完全一致。
undeliverable: 回复未能送达“Claude Code”。 不会再次发送： EPIPE
unknown: 无法确定“Claude Code”是否收到回复。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 工具已开始运行。 “Claude Code”收到工具错误。
rejected, told why: 你在第 1 关拒绝了它。 工具已开始运行。 “Claude Code”收到工具错误，附理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 工具已开始运行。 “Claude Code”收到工具错误。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 工具已开始运行。 “Claude Code”收到工具错误： Too many tool calls within a minute
host-cancelled: “Claude Code”取消了调用。 工具已开始运行。 没有发送任何内容。 too slow
host-left: “Claude Code”已断开连接。 工具已开始运行。 没有发送任何内容。
call-refused: 结果过大，Countersign 无法处理。 工具已开始运行。 “Claude Code”收到调用错误。
server-died: “notes”已退出。 工具已开始运行。 “Claude Code”收到调用错误。 exit 3
disconnected: “Claude Code”与“notes”之间的连接中断。 工具已开始运行。 “Claude Code”收到调用错误。
switched-off: 你断开了“Claude Code”与“notes”的连接。 工具已开始运行。 “Claude Code”收到工具错误： The client closed before the request was decided
quit: 此请求待处理时，Countersign 已退出。 工具已开始运行。 “Claude Code”收到工具错误： The client closed before the request was decided
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 工具已开始运行。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 工具已开始运行。 没有发送任何内容。`,
  completion: `
replied: “nightly”已收到回复。 发送的内容与下方完全一致。
undeliverable: 回复未能送达“nightly”。 不会再次发送： EPIPE
unknown: 无法确定“nightly”是否收到回复。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 “nightly”收到状态码为 403 的 HTTP 错误（user_rejected）。
rejected, told why: 你在第 1 关拒绝了它。 “nightly”收到状态码为 403 的 HTTP 错误（user_rejected），附理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 “nightly”收到状态码为 403 的 HTTP 错误（user_rejected）。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 “nightly”收到状态码为 429 的 HTTP 错误（limit_exceeded）： Too many requests within a minute
program-left: “nightly”关闭了连接。 没有发送任何内容。
switched-off: 你移除了“nightly”。 “nightly”收到状态码为 503 的 HTTP 错误（closing）： Countersign closed before the request was decided
quit: 此请求待处理时，Countersign 已退出。 “nightly”收到状态码为 503 的 HTTP 错误（closing）： Countersign closed before the request was decided
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 没有发送任何内容。`,
  stream: `
replied: “nightly”已收到回复。 发送的内容与下方完全一致。
undeliverable: 回复未能送达“nightly”。 不会再次发送： EPIPE
unknown: 无法确定“nightly”是否收到回复。 发送途中连接中断。不会再次发送。
rejected: 你在第 1 关拒绝了它。 “nightly”收到状态码为 403 的 HTTP 错误（user_rejected）。
rejected, told why: 你在第 1 关拒绝了它。 “nightly”收到状态码为 403 的 HTTP 错误（user_rejected），附理由： No.
rejected, not told why: 你在第 1 关拒绝了它。 “nightly”收到状态码为 403 的 HTTP 错误（user_rejected）。 没有发送理由： No.
refused: 已拒收：一分钟内超过 ? 个。 “nightly”收到状态码为 429 的 HTTP 错误（limit_exceeded）： Too many requests within a minute
program-left: “nightly”关闭了连接。 没有发送任何内容。
switched-off: 你移除了“nightly”。 “nightly”收到状态码为 503 的 HTTP 错误（closing）： Countersign closed before the request was decided
quit: 此请求待处理时，Countersign 已退出。 “nightly”收到状态码为 503 的 HTTP 错误（closing）： Countersign closed before the request was decided
interrupted: 此请求待处理时，Countersign 意外结束：程序崩溃，或计算机关机。 没有发送任何内容。
holder-lost: 无法送达：收到此请求的 Countersign 已无响应。 没有发送任何内容。`,
};
