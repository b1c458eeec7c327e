// The connection state as a dot and a few words, for the table and the panel.
import type { ServerFailure } from "#shared/outcome.ts";
import type { Endpoint, NamedValue, ServerView } from "#shared/servers/server.ts";
import type { T } from "#words/index.ts";

export interface StateWords {
  dot: "on" | "off" | "busy" | "bad";
  words: string;
  tone: "danger" | "warn" | "quiet";
}

export function stateWords(t: T, server: ServerView): StateWords {
  const { state, hostSessions = [] } = server;
  if (state.kind === "off" && hostSessions.length > 0)
    return { dot: "on", words: t("hosts.sessions", { count: hostSessions.length }), tone: "quiet" };
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

/** Two or three words; the panel has the whole sentence. */
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

/** Command and arguments on one line, quoted where their boundaries would be unclear. */
export function commandLine(endpoint: { command: string; args: readonly string[] }): string {
  return [endpoint.command, ...endpoint.args].map(shown).join(" ");
}

/** A part of a command, as JSON if it would not read as a single word; unambiguous. */
export const shown = (part: string): string =>
  part === "" || /[\s"'\\]/.test(part) ? JSON.stringify(part) : part;

/** Environment of a command, or headers of an address. */
export function namedValues(endpoint: Endpoint<NamedValue>): NamedValue[] {
  if (endpoint.kind === "stdio") return endpoint.env;
  return endpoint.kind === "demo" ? [] : endpoint.headers;
}
