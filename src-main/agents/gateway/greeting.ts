// The handshake of relay and desk, one line each way, before the host's own messages. Without dependencies, as the
// relay is a single file.

/** Increased when older relays are no longer supported. */
export const RELAY_VERSION = 1;
/** The same for hooks, whose first line is a `HookGreeting`. */
export const HOOK_VERSION = 1;

/** The first line from the relay. */
export interface RelayGreeting {
  relay: number;
  id: string;
  token: string;
  folder: string;
  /** Variables of the host's entry, as the host has filled them in. */
  env?: Record<string, string>;
}

/** The first line from the desk. */
export type DeskAnswer = { ok: true } | { ok: false; message: string };

/** Stored beside the relay's script: where the desk listens, and how to start it; null: a relay does not. */
export interface DeskFile {
  socket: string;
  start: { command: string; args: string[]; env: Record<string, string> } | null;
}
