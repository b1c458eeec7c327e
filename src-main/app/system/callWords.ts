// The text of main's confirmation dialog for an IPC call: what would happen, to what, and why it asks.
import type { Language } from "#shared/languages.ts";
import { WORDS } from "../words/words.ts";
import type { Words } from "../words/en.ts";
import type { ActCall } from "#shared/contract/contract.ts";
import type { Endpoint, ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";

export interface CallNames {
  language: Language;
  server(id: string): ServerView | undefined;
  /** A server of the last search for other programs' servers. */
  found(id: string): ServerInput | undefined;
  /** The name of the server that sent the request. */
  requester(requestId: string): string | undefined;
}

/** Longer text would push the buttons off the screen. */
const SUBJECT_LENGTH = 1500;

export function callWords(call: ActCall, names: CallNames) {
  const words = WORDS[names.language].calls;
  const whole = subjectOf(call, names).map(visible).join("\n");
  const subject =
    whole.length <= SUBJECT_LENGTH
      ? whole
      : `${whole.slice(0, SUBJECT_LENGTH)}… (${SUBJECT_LENGTH} / ${whole.length})`;
  return {
    message: words.ask(actOf(call, words)),
    detail: subject === "" ? words.why : `${subject}\n\n${words.why}`,
    cancel: words.cancel,
    go: words.go,
  };
}

function actOf(call: ActCall, words: Words["calls"]): string {
  switch (call.channel) {
    case "desk.decide":
      return words.decisions[call.args[2].kind];
    case "desk.switch":
      return words.switch[call.args[0]];
    case "desk.announce": {
      const approved = call.args[0].filter(({ decision }) => decision.kind !== "reject").length;
      return words.announce(approved, call.args[0].length - approved);
    }
    default:
      return words.acts[call.channel];
  }
}

/** What the call affects: servers, commands, addresses, one per line. */
function subjectOf(call: ActCall, { server, found, requester }: CallNames): string[] {
  switch (call.channel) {
    case "servers.add":
      return call.args[0].map(({ name, endpoint }) => `${name}: ${lineOf(endpoint)}`);
    case "servers.addFound":
      return call.args[0].flatMap((id) => {
        const input = found(id);
        return input === undefined ? [] : [`${input.name}: ${lineOf(input.endpoint)}`];
      });
    case "servers.update":
      return [`${call.args[1].name}: ${lineOf(call.args[1].endpoint)}`];
    case "servers.confirm": {
      const found = server(call.args[0]);
      return found === undefined ? [] : [`${found.name}: ${lineOf(found.endpoint)}`];
    }
    case "servers.acceptIssuer": {
      const { announced, named } = call.args[1];
      return [server(call.args[0])?.name ?? "", announced, named];
    }
    case "models.addProvider":
    case "models.tryProvider":
      return [`${call.args[0].name}: ${call.args[0].baseUrl}`];
    case "models.updateProvider":
      return [`${call.args[1].name}: ${call.args[1].baseUrl}`];
    case "programs.add":
      return [call.args[0].name];
    case "programs.update":
    case "programs.give":
      return [call.args[1].name];
    case "agents.setUp":
    case "agents.undo":
      return [call.args[0], ...Object.keys(call.args[2])];
    case "calls.start":
      return [`${server(call.args[0])?.name ?? ""}: ${call.args[2]}`];
    case "settings.set":
      return Object.keys(call.args[0]);
    case "rules.save":
      return call.args[0].map(({ name, on, decide }) => `${name}: ${on ? decide : "–"}`);
    default: {
      const [first] = call.args;
      if (typeof first !== "string") return [];
      return [server(first)?.name ?? requester(first) ?? ""];
    }
  }
}

function lineOf(endpoint: Endpoint<unknown>): string {
  if (endpoint.kind === "stdio") return [endpoint.command, ...endpoint.args].join(" ");
  return endpoint.kind === "demo" ? "" : endpoint.url;
}

/** Escapes control characters, line breaks and bidi controls, so that the dialog's text cannot be spoofed. */
const visible = (text: string): string =>
  text.replaceAll(/[\p{C}\u2028\u2029]/gu, (odd) => `\\u{${odd.codePointAt(0)?.toString(16)}}`);
