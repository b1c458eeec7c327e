// One configured server: what is stored, what its connection reported, and its view.
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
import { secretsIn } from "#shared/servers/config/masking.ts";
import type { ServerLine } from "#shared/servers/server.ts";
import type { Certificate } from "#shared/servers/identity/identity.ts";
import type { KnownView } from "#shared/servers/identity/known.ts";
import type { SignInView } from "#shared/servers/signIn.ts";
import { LineRing } from "./lineRing.ts";
import type { NamedSecret } from "./calls/mask.ts";
import type {
  Connection,
  ConnectionListener,
  ResolvedValue,
  StoredCommand,
  StoredServer,
} from "../servicePorts.ts";

type StoredValue = { name: string; secret: boolean; value: string | null };
/** Looks up a secret by its full name; null if it was entered for another origin. */
export type SecretOf = (name: string, origin: string | undefined) => string | null;

/** The origin of an address that cannot be parsed. It matches no secret, so none is sent. */
export const NOWHERE = "";

/** The origin that secrets of an endpoint may be sent to; undefined if they stay on this machine. */
export function originOf(endpoint: Endpoint<unknown>): string | undefined {
  return "url" in endpoint ? originAt(endpoint.url) : undefined;
}

/** `servers.json` may contain any text as an address. */
function originAt(address: string): string {
  try {
    const { protocol, origin } = new URL(address);
    return protocol === "http:" || protocol === "https:" ? origin : NOWHERE;
  } catch {
    return NOWHERE;
  }
}

/** The name in `Secrets` of a server's environment variable or header. */
export function secretName(
  serverId: string,
  kind: Endpoint<unknown>["kind"],
  name: string,
): string {
  return `server:${serverId}:${kind === "stdio" ? "env" : "header"}:${name}`;
}

/** The endpoint with every named value mapped. */
export function mapValues<A, B>(endpoint: Endpoint<A>, map: (value: A) => B): Endpoint<B> {
  switch (endpoint.kind) {
    case "stdio":
      return { ...endpoint, env: endpoint.env.map(map) };
    case "http":
    case "sse":
      return { ...endpoint, headers: endpoint.headers.map(map) };
    case "demo":
      return endpoint;
  }
}

/** The environment variables or headers of an endpoint. */
export function valuesOf<V>(endpoint: Endpoint<V>): V[] {
  switch (endpoint.kind) {
    case "stdio":
      return endpoint.env;
    case "http":
    case "sse":
      return endpoint.headers;
    case "demo":
      return [];
  }
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

/** Observes an entry, for immediate or coalesced pushes. */
export interface EntryListener {
  now(): void;
  soon(): void;
  /** The server wrote lines, to be pushed soon without the rest of the view. */
  wrote(): void;
  request(runId: string, requestId: string): void;
  tools(tools: ToolView[]): void;
  certificate(certificate: Certificate): void;
}

export class ServerEntry {
  stored: StoredServer;
  readonly source: ServerView["source"];
  state: ConnectionState = { kind: "off" };
  connection: Connection | null = null;
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

  constructor(stored: StoredServer, source: ServerView["source"]) {
    this.stored = stored;
    this.source = source;
  }

  /**
   * The endpoint with all secrets, for starting a process or sending headers. Secrets without a stored value are left
   * out.
   */
  resolved(secretOf: SecretOf): Endpoint<ResolvedValue> {
    const { id, endpoint } = this.stored;
    const origin = originOf(endpoint);
    const held = mapValues(endpoint, ({ name, secret, value }) => {
      const known = () => secretOf(secretName(id, endpoint.kind, name), origin);
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
  secrets(secretOf: SecretOf): NamedSecret[] {
    const values = valuesOf(this.resolved(secretOf));
    const { endpoint } = this.stored;
    return [
      ...values.filter(({ secret }) => secret).map(({ name, value }) => ({ name, value })),
      ...this.#handedOver.map(({ name, value }) => ({ name, value })),
      ...secretsIn(endpoint).map((value) => ({ name: endpoint.kind, value })),
    ];
  }

  /** The listener that feeds a connection's events into this entry. */
  listener(tell: EntryListener): ConnectionListener {
    const told = (more: Partial<Told>): void => {
      this.told = { ...this.told, ...more };
      tell.soon();
    };
    return {
      state: (state) => {
        // A previous connection may close only after the next one has been started.
        const isNext = this.connection !== null || this.state.kind === "connecting";
        if (state.kind === "off" && isNext) return;
        this.state = state;
        if (state.kind === "connecting") this.told = { tools: [], prompts: [], resources: [] };
        tell.now();
      },
      negotiated: (negotiated) => told({ negotiated }),
      tools: (tools) => {
        tell.tools(tools);
        told({ tools });
      },
      certificate: (certificate) => tell.certificate(certificate),
      prompts: (prompts) => told({ prompts }),
      resources: (resources) => told({ resources }),
      listCut: (list, cut) => {
        const { [list]: _before, ...others } = this.told.cuts ?? {};
        told({ cuts: { ...others, ...(cut === null ? {} : { [list]: cut }) } });
      },
      lines: (lines) => {
        for (const line of lines) this.lines.add(line);
        this.unsent.push(...lines);
        tell.wrote();
      },
      rubbish: (count, last) => {
        this.rubbish = { count, last };
        tell.soon();
      },
      signIn: (view) => {
        this.signIn = view;
        tell.now();
      },
      rootsAsked: (roots) => {
        const times = (this.told.rootsAsked?.times ?? 0) + 1;
        told({ rootsAsked: { times, lastAtMs: Date.now(), told: roots } });
      },
      requestReceived: (requestId, runIds) => {
        this.asked += 1;
        for (const runId of runIds) tell.request(runId, requestId);
        tell.soon();
      },
    };
  }

  /** A previously confirmed command for the window, with secrets masked. */
  shownCommand(command: StoredCommand): Extract<Endpoint<NamedValue>, { kind: "stdio" }> {
    const env = command.env.map(({ name, secret, value }): NamedValue =>
      secret ? { name, secret, present: true } : { name, secret, value: value ?? "" },
    );
    return { ...command, env };
  }

  view(secretOf: SecretOf): ServerView {
    const { id, name, endpoint, era, policy, enabled, confirmed } = this.stored;
    const { negotiated, ...offered } = this.told;
    return {
      id,
      name,
      source: this.source,
      endpoint: mapValues(endpoint, (value) => shown(id, endpoint, value, secretOf)),
      era,
      policy,
      enabled,
      state: this.state,
      ...offered,
      asked: this.asked,
      ...(this.hostSessions.length === 0 ? {} : { hostSessions: [...this.hostSessions] }),
      rubbish: this.rubbish,
      linesDropped: this.lines.dropped,
      ...(this.signIn === null ? {} : { signIn: this.signIn }),
      ...(this.known === null ? {} : { known: this.known }),
      ...(negotiated === undefined ? {} : { negotiated }),
      ...(confirmed === null ? {} : { confirmedAtMs: confirmed.atMs }),
    };
  }
}

function shown(
  serverId: string,
  endpoint: Endpoint<unknown>,
  { name, secret, value }: StoredValue,
  secretOf: SecretOf,
): NamedValue {
  if (!secret) return { name, secret, value: value ?? "" };
  const known = () => secretOf(secretName(serverId, endpoint.kind, name), originOf(endpoint));
  const present = value !== null || known() !== null;
  return { name, secret, present };
}
