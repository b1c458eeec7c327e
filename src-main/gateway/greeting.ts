// What the relay and the desk say to each other before the host's own messages: a line each way. Without dependencies: the
// relay is one file.

/** Grows when an older relay can no longer be understood. */
export const RELAY_VERSION = 1;

/** The first line from the relay. */
export interface RelayGreeting {
  relay: number;
  id: string;
  token: string;
  folder: string;
}

/** The first line from the desk. */
export type DeskAnswer = { ok: true } | { ok: false; message: string };

/** Beside the relay's script: where the desk listens, and how it is started. */
export interface DeskFile {
  socket: string;
  start: { command: string; args: string[]; env: Record<string, string> };
}
