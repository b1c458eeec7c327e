// What the gateway and the sessions with wrapped servers know of each other.
import type { CancelReason, Host } from "#shared/request/life/heldRequest.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerLine, ToolView } from "#shared/servers/server.ts";
import type { ConnectionSpec } from "./mcp/connectionSpec.ts";

/** The host's end of a session. */
export interface HostEnd {
  /** Sends one JSON-RPC message, without a line end. */
  send(text: string): void;
  /** Resolves when the host has read what it was sent, or has gone; null if it takes more now. */
  ready(): Promise<void> | null;
  /** Ends the session: the host sees its server exit. */
  end(): void;
}

/** Why a session ends: its host has disconnected, or the user disconnected it or removed the server, or quits. */
export type SessionEnd = Extract<CancelReason["kind"], "host-left" | "switched-off" | "quit">;

/** What a session reports. */
export interface SessionListener {
  /**
   * The session begins: the host's name for itself, which is untrusted text. Called before any of its requests passes;
   * a text is the reason why none does.
   */
  host(host: Host): string | null;
  lines(lines: ServerLine[]): void;
  /** The host calls this tool, whatever becomes of the call. */
  called(tool: string): void;
  requestReceived(requestId: string): void;
  /** The host reads tools of the server; perhaps only some of them. Called before it gets them. */
  tools(tools: readonly ToolView[]): void;
  ended(): void;
}

export interface SessionSpec extends Omit<ConnectionSpec, "policy"> {
  sessionId: string;
  /** Where the server runs, and what it is told of the host's folder. */
  folder: string;
  /** The host's working folder, if it is known. */
  hostFolder?: string;
  /** How long the host waits for a call, by its config. */
  callLimitMs?: number;
  policy(): ServerPolicy;
}
