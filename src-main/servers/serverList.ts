// The configured servers by id, and how they are stored: on disk without secret values, each of which is bound to one
// origin, so that an edited file cannot redirect it; or in memory, with them, for those of a run.
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import type { ConfirmedRun, ServerStore, StoredServer } from "./serverStore.ts";
import { mapValues, originOf, samePlace, secretName, valuesOf } from "./endpoint.ts";
import { ServerEntry } from "./serverEntry.ts";
import type { ServerListener } from "./serverEntry.ts";

type Done = Outcome<null, Failure>;

export class ServerList {
  readonly #store: ServerStore;
  readonly #secrets: Secrets;
  readonly #listener: ServerListener;
  readonly #entries = new Map<string, ServerEntry>();
  /** The last server that was removed: still stored until the removal is final, so that it can be undone. */
  removed: ServerEntry | null = null;
  /** Confirmed commands of `--config` servers, newest last. */
  confirmedRuns: ConfirmedRun[];
  /** What was wrong with the file when it was read. */
  readonly faults: Failure[];

  constructor(store: ServerStore, secrets: Secrets, listener: ServerListener) {
    this.#store = store;
    this.#secrets = secrets;
    this.#listener = listener;
    const { value, faults } = store.load();
    this.confirmedRuns = value.confirmedRuns;
    this.faults = faults;
    for (const stored of value.servers) this.add(stored, "stored");
    this.add(demoServer(), "demo");
  }

  get(id: string): ServerEntry | undefined {
    return this.#entries.get(id);
  }

  all(): ServerEntry[] {
    return [...this.#entries.values()];
  }

  /** Adds a server, in memory only. */
  add(stored: StoredServer, source: ServerView["source"]): ServerEntry {
    const entry = new ServerEntry(stored, source, this.#secrets, this.#listener);
    this.#put(entry);
    return entry;
  }

  /** Those that are stored. */
  stored(): StoredServer[] {
    return this.all()
      .filter(({ source }) => source === "stored")
      .map((entry) => entry.stored);
  }

  /** Takes an entry out, in memory only; it is no longer pushed. */
  drop(entry: ServerEntry): void {
    entry.isListed = false;
    entry.dropPushes();
    this.#entries.delete(entry.stored.id);
  }

  /** Removes an entry, which can be put back; nothing has changed if that cannot be written. */
  remove(entry: ServerEntry): Done {
    this.removed = entry;
    this.#entries.delete(entry.stored.id);
    const saved = this.save();
    if (saved.ok) this.drop(entry);
    else {
      this.removed = null;
      this.#entries.set(entry.stored.id, entry);
    }
    return saved;
  }

  /** Puts a removed entry back, in memory only. */
  putBack(entry: ServerEntry): void {
    this.removed = null;
    this.#put(entry);
    entry.pushNow();
  }

  /** Replaces what is stored; reverts if that cannot be written. `--config` and bundled servers are not written. */
  store(entry: ServerEntry, stored: StoredServer): Done {
    const before = entry.stored;
    entry.stored = stored;
    const saved = entry.source === "stored" ? this.save() : ok(null);
    if (!saved.ok) entry.stored = before;
    return saved;
  }

  save(): Done {
    const servers = this.stored();
    // A removed server is stored as turned off: after a crash it is still there, but does not start.
    if (this.removed?.source === "stored") servers.push({ ...this.removed.stored, enabled: false });
    return this.#store.save({ servers, confirmedRuns: this.confirmedRuns });
  }

  #put(entry: ServerEntry): void {
    entry.isListed = true;
    this.#entries.set(entry.stored.id, entry);
  }

  /** Keeps the secrets that the user entered with a server. */
  keepSecrets(id: string, { endpoint }: ServerInput): Done {
    for (const { name, secret, value } of valuesOf(endpoint)) {
      if (!secret || value === null) continue;
      const full = secretName(id, endpoint.kind, name);
      const kept = this.#secrets.set(full, value, originOf(endpoint));
      if (!kept.ok) return kept;
    }
    return ok(null);
  }

  /** Deletes secrets that are no longer named, and those entered for another origin. */
  deleteOldSecrets(before: StoredServer, { endpoint }: ServerInput): void {
    const stay = samePlace(before.endpoint, endpoint);
    const kept = new Set(
      valuesOf(endpoint)
        .filter(({ secret, value }) => secret && (stay || value !== null))
        .map(({ name }) => secretName(before.id, endpoint.kind, name)),
    );
    for (const { name, secret } of valuesOf(before.endpoint)) {
      const full = secretName(before.id, before.endpoint.kind, name);
      if (secret && !kept.has(full)) this.#secrets.remove(full);
    }
  }

  /** Deletes all secrets of a server. */
  deleteSecrets(id: string): void {
    this.#secrets.removeAll(`server:${id}:`);
  }
}

export const DEMO_ID = "demo";

/** The form stored on disk, without secret values. */
export function storedOf(
  id: string,
  input: ServerInput,
  before: StoredServer | null,
): StoredServer {
  const { name, era } = input;
  return {
    id,
    name,
    era,
    policy: input.policy ?? before?.policy ?? defaultPolicy,
    offered: before === null ? input.policy : before.offered,
    endpoint: mapValues(input.endpoint, (v) => (v.secret ? { ...v, value: null } : v)),
    enabled: before?.enabled ?? true,
    confirmed: before?.confirmed ?? null,
  };
}

/** Kept in memory only, hence with secret values. */
export function runStored(id: string, { name, era, endpoint, policy }: ServerInput): StoredServer {
  return {
    id,
    name,
    era,
    endpoint,
    policy: policy ?? defaultPolicy,
    offered: policy,
    enabled: true,
    confirmed: null,
  };
}

/** `value: null` keeps the secret value that the server has for the same place. */
function withRunSecrets(input: ServerInput, before: StoredServer): ServerInput {
  if (!samePlace(before.endpoint, input.endpoint)) return input;
  const known = new Map(valuesOf(before.endpoint).map((v) => [v.name, v.value]));
  const endpoint = mapValues(input.endpoint, (v) => ({
    ...v,
    value: v.value ?? known.get(v.name) ?? null,
  }));
  return { ...input, endpoint };
}

function demoServer(): StoredServer {
  return {
    id: DEMO_ID,
    name: "Countersign demo",
    endpoint: { kind: "demo" },
    era: "legacy",
    policy: defaultPolicy,
    enabled: false,
    confirmed: null,
  };
}

/** Whether a server of a `--config` is already present. */
export function isAlreadyListed(
  entries: readonly ServerEntry[],
  { name, endpoint }: ServerInput,
): boolean {
  const same = JSON.stringify([name, endpoint]);
  return entries.some(
    ({ source, stored }) =>
      source === "run" && JSON.stringify([stored.name, stored.endpoint]) === same,
  );
}

const RUN = "run:";
/** Whether the id is that of a `--config` server. It is derived from the name, so it is the same in every run. */
export const isOfRun = (id: string): boolean => id.startsWith(RUN);

/** An id for a `--config` server: its name, made unique. */
export function runId({ name }: ServerInput, isThere: (id: string) => boolean): string {
  let id = `${RUN}${name}`;
  while (isThere(id)) id += "'";
  return id;
}

/** A `--config` server with the user's changes. */
export const runChanged = (before: StoredServer, input: ServerInput): StoredServer => ({
  ...runStored(before.id, {
    ...withRunSecrets(input, before),
    policy: input.policy ?? before.policy,
  }),
  enabled: before.enabled,
  offered: before.offered,
});
