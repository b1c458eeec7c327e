// A connection's state as a glyph and a few words for the table and the head of the panel.
import type { ServerFailure } from "../../../src-shared/outcome.ts";
import type { Endpoint, NamedValue, ServerView } from "../../../src-shared/servers/server.ts";
import type { T } from "../../i18n/index.ts";

export interface StateWords {
  dot: "on" | "off" | "busy" | "bad";
  words: string;
  tone: "danger" | "warn" | "quiet";
}

export function stateWords(t: T, server: ServerView): StateWords {
  const { state } = server;
  switch (state.kind) {
    case "off":
      return { dot: "off", words: t("servers.state.off"), tone: "quiet" };
    case "needs-confirmation":
      return { dot: "off", words: t("servers.state.needsApproval"), tone: "warn" };
    case "needs-sign-in":
      return { dot: "off", words: t("signIn.state"), tone: "warn" };
    case "connecting":
      return { dot: "busy", words: t("servers.state.connecting"), tone: "quiet" };
    case "connected":
      return { dot: "on", words: t("servers.state.connected"), tone: "quiet" };
    case "reconnecting":
      return { dot: "busy", words: t("servers.state.reconnecting"), tone: "warn" };
    case "failed":
      return { dot: "bad", words: shortFailure(t, state.failure), tone: "danger" };
  }
}

/** Two or three words; the whole sentence stands in the panel. */
function shortFailure(t: T, failure: ServerFailure): string {
  switch (failure.kind) {
    case "server-exited":
      return failure.code === null
        ? t("servers.short.signal", { signal: failure.signal ?? "?" })
        : t("servers.short.server-exited", { code: failure.code });
    case "server-unauthorised":
    case "server-http-status":
      return t(`servers.short.${failure.kind}`, { status: failure.status });
    default:
      return t(`servers.short.${failure.kind}`);
  }
}

/** Command and arguments on one line to read; quoted only so that their borders can be seen. */
export function commandLine(endpoint: { command: string; args: readonly string[] }): string {
  return [endpoint.command, ...endpoint.args].map(shown).join(" ");
}

/** One part of a command, quoted as JSON where it would not be read as one word; never ambiguous. */
export const shown = (part: string): string =>
  part === "" || /[\s"'\\]/.test(part) ? JSON.stringify(part) : part;

/** Command line or address with all that is secret in it, to compare by. */
export const wholeOf = (endpoint: Endpoint<unknown>): string =>
  endpoint.kind === "stdio" ? commandLine(endpoint) : endpoint.kind === "demo" ? "" : endpoint.url;

/** Names and values sent along: environment of a command, headers of an address. */
export function namedValues(endpoint: Endpoint<NamedValue>): NamedValue[] {
  if (endpoint.kind === "stdio") return endpoint.env;
  return endpoint.kind === "demo" ? [] : endpoint.headers;
}
