// The sessions of agents: the folder of each, which is that of its first event, until it ends or nothing is heard of it for
// a day. Kept over a restart, but for its name: what a user asks for is content, and only in the documents of actions.
import { realpath } from "node:fs/promises";
import { z } from "zod";
import type { HookEvent, SessionName } from "#shared/agents/agent.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Clock } from "../../core/ports.ts";
import { jsonStore } from "../../profile/jsonFile.ts";
import type { JsonStore } from "../../profile/jsonFile.ts";

/** How long a session lives without an event. */
export const SESSION_MAX_MS = 24 * 60 * 60_000;
/** The most sessions that are kept, ended ones included; the oldest go first. */
export const SESSIONS_MAX = 1000;
/** How old the stored time of the last event may be. */
const SAVE_EVERY_MS = 60 * 60_000;

const storedSchema = z.object({
  /** Of the agent's entry. */
  entryId: z.string(),
  /** As the agent names it. */
  session: z.string(),
  /** Counts sessions of this name: an agent that takes one up again after its end begins another one. */
  run: z.number(),
  folder: z.string().nullable(),
  lastMs: z.number(),
  ended: z.boolean(),
});
const fileSchema = z.object({ sessions: z.array(storedSchema) });
type StoredSession = z.infer<typeof storedSchema>;

type SessionStore = JsonStore<z.infer<typeof fileSchema>>;

/** `hook-sessions.json`: the sessions of before a restart. */
export const openSessions = (file: string): SessionStore =>
  jsonStore(file, fileSchema, { sessions: [] });

export interface Session {
  /** Names this session alone. */
  id: string;
  folder: string | null;
  /** Null until the agent has told it in this run. */
  name: SessionName | null;
  /** Whether none of its actions has come to the user before, in this run; true only once. */
  comes(): boolean;
}

interface Entry extends Omit<StoredSession, "folder"> {
  folder: Promise<string | null>;
  name: SessionName | null;
  savedMs: number;
  hasCome: boolean;
}

const keyOf = (entryId: string, session: string): string => JSON.stringify([entryId, session]);

export class Sessions {
  readonly #store: SessionStore;
  readonly #clock: Pick<Clock, "nowMs">;
  readonly faults: Failure[];
  /** By entry and session, the one that was heard last at the end. */
  readonly #sessions = new Map<string, Entry>();

  constructor(store: SessionStore, clock: Pick<Clock, "nowMs">) {
    this.#store = store;
    this.#clock = clock;
    const { value, faults } = store.load();
    this.faults = faults;
    for (const stored of value.sessions.slice(-SESSIONS_MAX))
      this.#sessions.set(keyOf(stored.entryId, stored.session), {
        ...stored,
        folder: Promise.resolve(stored.folder),
        name: null,
        savedMs: stored.lastMs,
        hasCome: false,
      });
  }

  /** The session of an event, which begins with it or goes on. */
  async of(entryId: string, { session, folder, sessionName }: HookEvent): Promise<Session> {
    const key = keyOf(entryId, session);
    const nowMs = this.#clock.nowMs();
    const known = this.#sessions.get(key);
    const isNew = known === undefined || known.ended || nowMs - known.lastMs > SESSION_MAX_MS;
    const entry: Entry = isNew
      ? {
          entryId,
          session,
          run: (known?.run ?? 0) + 1,
          folder: realFolder(folder),
          name: null,
          lastMs: nowMs,
          ended: false,
          savedMs: nowMs,
          hasCome: false,
        }
      : known;
    entry.lastMs = nowMs;
    // The first prompt says what it is about; a title is the agent's newest word.
    if (sessionName?.by === "title") entry.name = sessionName;
    else entry.name ??= sessionName ?? null;
    this.#sessions.delete(key);
    this.#sessions.set(key, entry);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > SESSIONS_MAX && oldest !== undefined) this.#sessions.delete(oldest);
    const own = await entry.folder;
    if (isNew || nowMs - entry.savedMs > SAVE_EVERY_MS) await this.#save(nowMs);
    const comes = (): boolean => {
      const isFirst = !entry.hasCome;
      entry.hasCome = true;
      return isFirst;
    };
    return { id: idOf(entry), folder: own, name: entry.name, comes };
  }

  /** It has ended; returns its id, null if it is not known. */
  async end(entryId: string, session: string): Promise<string | null> {
    const entry = this.#sessions.get(keyOf(entryId, session));
    if (entry === undefined || entry.ended) return null;
    entry.ended = true;
    await this.#save(this.#clock.nowMs());
    return idOf(entry);
  }

  async #save(nowMs: number): Promise<void> {
    const entries = [...this.#sessions.values()];
    const folders = await Promise.all(entries.map(({ folder }) => folder));
    for (const entry of entries) entry.savedMs = nowMs;
    const stored = entries.map(
      ({ savedMs: _saved, hasCome: _come, name: _name, ...entry }, at) => ({
        ...entry,
        folder: folders[at] ?? null,
      }),
    );
    // If it can't be written now, the next change writes it.
    this.#store.save({ sessions: stored });
  }
}

/** Null where there is no such folder. */
const realFolder = (folder: string | null): Promise<string | null> =>
  folder === null ? Promise.resolve(null) : realpath(folder).catch(() => null);

const idOf = ({ session, run }: Entry): string => (run === 1 ? session : `${session}#${run}`);
