// One configured server: what is stored, what its connection reported, its view, and its pushes to the window, which
// are coalesced per frame.
import type {
  ConnectionState,
  Endpoint,
  HostSessionView,
  NamedValue,
  Negotiated,
  PromptView,
  ResourceView,
  ServerView,
  ToolView,
} from "#shared/servers/server.ts";
import { PerFrame } from "../core/perFrame.ts";
import { secretsIn } from "#shared/servers/config/masking.ts";
import type { ServerLine } from "#shared/servers/server.ts";
import type { KnownView } from "#shared/servers/identity/known.ts";
import type { SignInView } from "#shared/servers/signIn.ts";
import { mapValues, NOWHERE, originOf, secretName, valuesOf } from "./endpoint.ts";
import { LineRing } from "./lineRing.ts";
import type { NamedSecret } from "./calls/contextMask.ts";
import type { ServerConnection } from "./mcp/session/connection.ts";
import type { ResolvedValue } from "./endpoint.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import type { StoredCommand, StoredServer } from "./serverStore.ts";

type StoredValue = { name: string; secret: boolean; value: string | null };

/** Hears of servers. */
export interface ServerListener {
  serverChanged(server: ServerView): void;
  serverRemoved(id: string): void;
  serverLines(id: string, lines: ServerLine[]): void;
}

/** What the connection reported; reset when it connects again. */
interface Told {
  negotiated?: Negotiated;
  tools: ToolView[];
  prompts: PromptView[];
  resources: ResourceView[];
  cuts?: NonNullable<ServerView["cuts"]>;
  rootsAsked?: NonNullable<ServerView["rootsAsked"]>;
}

/** How many values of hosts are masked. */
const HANDED_OVER_KEPT = 500;

export class ServerEntry {
  stored: StoredServer;
  readonly source: ServerView["source"];
  state: ConnectionState = { kind: "off" };
  connection: ServerConnection | null = null;
  told: Told = { tools: [], prompts: [], resources: [] };
  asked = 0;
  /** Open sessions of hosts. */
  hostSessions: readonly HostSessionView[] = [];
  signIn: SignInView | null = null;
  /** The identity and how it differs from the known one; null until it is first known. */
  known: KnownView | null = null;
  /** Number of the latest inspection; results of older ones are dropped. */
  looks = 0;
  rubbish: ServerView["rubbish"] = { count: 0, last: null };
  readonly lines = new LineRing();
  /** Lines not yet sent to the window. */
  unsent: ServerLine[] = [];
  /** Values that hosts handed over in this run, newest last. Never stored. */
  #handedOver: NamedSecret[] = [];

  /** False before it is added to the list, and once it is removed: then nothing is pushed. */
  isListed = false;
  readonly #secrets: Secrets;
  readonly #viewPush: PerFrame;
  readonly #linesPush: PerFrame;

  constructor(
    stored: StoredServer,
    source: ServerView["source"],
    secrets: Secrets,
    listener: ServerListener,
  ) {
    this.stored = stored;
    this.source = source;
    this.#secrets = secrets;
    let droppedReported = 0;
    const pushLines = (): void => {
      const { unsent } = this;
      this.unsent = [];
      if (unsent.length > 0) listener.serverLines(this.stored.id, unsent);
    };
    this.#viewPush = new PerFrame(() => {
      pushLines();
      droppedReported = this.lines.dropped;
      listener.serverChanged(this.view());
    });
    this.#linesPush = new PerFrame(() => {
      pushLines();
      if (this.lines.dropped !== droppedReported) this.#viewPush.ask();
    });
  }

  /** Pushes everything now, lines first. */
  pushNow(): void {
    if (!this.isListed) return;
    this.#linesPush.drop();
    this.#viewPush.now();
  }

  /** Pushes the view with the next frame. */
  pushSoon(): void {
    if (this.isListed) this.#viewPush.ask();
  }

  /** Keeps lines that the server wrote, and pushes them with the next frame, without the rest of the view. */
  wrote(lines: readonly ServerLine[]): void {
    for (const line of lines) this.lines.add(line);
    this.unsent.push(...lines);
    if (this.isListed) this.#linesPush.ask();
  }

  dropPushes(): void {
    this.#viewPush.drop();
    this.#linesPush.drop();
  }

  /** Looks up a secret by its full name; null if it was entered for another origin. */
  #secretOf(name: string, origin: string | undefined): string | null {
    return origin === undefined
      ? this.#secrets.get(name)
      : this.#secrets.get(name, (address) => address === origin && address !== NOWHERE);
  }

  /**
   * The endpoint with all secrets, for starting a process or sending headers. Secrets without a stored value are left
   * out.
   */
  resolved(): Endpoint<ResolvedValue> {
    const { id, endpoint } = this.stored;
    const origin = originOf(endpoint);
    const held = mapValues(endpoint, ({ name, secret, value }) => {
      const known = () => this.#secretOf(secretName(id, endpoint.kind, name), origin);
      const found = value ?? (secret ? known() : null);
      return found === null ? null : { name, secret, value: found };
    });
    switch (held.kind) {
      case "stdio":
        return { ...held, env: held.env.filter((v) => v !== null) };
      case "http":
      case "sse":
        return { ...held, headers: held.headers.filter((v) => v !== null) };
      case "demo":
        return held;
    }
  }

  /** A host's session has these values: what the server writes may contain them. */
  handedOver(values: readonly NamedSecret[]): void {
    const others = this.#handedOver.filter((one) =>
      values.every(({ name, value }) => name !== one.name || value !== one.value),
    );
    this.#handedOver = [...others, ...values].slice(-HANDED_OVER_KEPT);
  }

  /** The secrets of this server that have a value. */
  secrets(): NamedSecret[] {
    const values = valuesOf(this.resolved());
    const { endpoint } = this.stored;
    return [
      ...values.filter(({ secret }) => secret).map(({ name, value }) => ({ name, value })),
      ...this.#handedOver.map(({ name, value }) => ({ name, value })),
      ...secretsIn(endpoint).map((value) => ({ name: endpoint.kind, value })),
    ];
  }

  /** A previously confirmed command for the window, with secrets masked. */
  shownCommand(command: StoredCommand): Extract<Endpoint<NamedValue>, { kind: "stdio" }> {
    const env = command.env.map(({ name, secret, value }): NamedValue =>
      secret ? { name, secret, present: true } : { name, secret, value: value ?? "" },
    );
    return { ...command, env };
  }

  view(): ServerView {
    const { id, name, endpoint, era, policy, enabled, confirmed } = this.stored;
    const { negotiated, ...offered } = this.told;
    return {
      id,
      name,
      source: this.source,
      endpoint: mapValues(endpoint, (value) => this.#shown(value)),
      era,
      policy,
      enabled,
      state: this.state,
      ...offered,
      asked: this.asked,
      ...(this.hostSessions.length === 0 ? {} : { hostSessions: [...this.hostSessions] }),
      rubbish: this.rubbish,
      linesDropped: this.lines.dropped,
      signIn: this.signIn ?? undefined,
      known: this.known ?? undefined,
      negotiated,
      confirmedAtMs: confirmed?.atMs,
    };
  }

  #shown({ name, secret, value }: StoredValue): NamedValue {
    if (!secret) return { name, secret, value: value ?? "" };
    const { id, endpoint } = this.stored;
    const known = () => this.#secretOf(secretName(id, endpoint.kind, name), originOf(endpoint));
    const present = value !== null || known() !== null;
    return { name, secret, present };
  }
}
