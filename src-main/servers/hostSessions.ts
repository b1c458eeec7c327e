// Sessions of hosts with wrapped servers. Each is inspected and confirmed like a connection of the Workbench, and has
// its own connection to the server.
import type { JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Host, Origin } from "#shared/request/life/heldRequest.ts";
import { whereOf } from "#shared/servers/config/masking.ts";
import type { HostEnd, SessionEnd, SessionSpec } from "./gatewayPorts.ts";
import type { HostSession } from "./mcp/relayed/relayedSession.ts";
import type { Connector } from "./mcp/session/connector.ts";
import { relayVariable } from "#shared/agents/gateway/hostFilled.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { providedByHost } from "#shared/servers/server.ts";
import type { Endpoint, HostSessionView } from "#shared/servers/server.ts";
import type { Clock } from "../core/ports.ts";
import type { ProgramInspector } from "./mcp/identity/program.ts";
import type { ResolvedValue } from "./endpoint.ts";
import type { Identities } from "./identities.ts";
import type { ServerEntry } from "./serverEntry.ts";
import type { ServerList } from "./serverList.ts";
import type { StartConfirmations } from "./startConfirmations.ts";

interface Deps {
  servers: ServerList;
  connector: Pick<Connector, "openSession">;
  inspector: Pick<ProgramInspector, "look">;
  clock: Pick<Clock, "nowMs">;
  identities: Identities;
  confirming: StartConfirmations;
  /** Writes a row about the ledger itself. */
  note(kind: string, facts: JsonObject): Outcome<void, Failure>;
}

/** How much is shown of the last line that was no message. */
const LAST_TEXT_CHARACTERS = 2000;
/** For all hosts together. */
const SESSIONS_MAX = 200;

export class HostSessions {
  readonly #deps: Deps;
  readonly #open = new Map<HostSession, string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The calls that are open on a server, session by session. */
  origins(serverId: string): Origin[] {
    return [...this.#open].flatMap(([session, id]) =>
      id === serverId ? [session.openOrigin()] : [],
    );
  }

  /** How many sessions are open with a server. */
  count(serverId: string): number {
    return [...this.#open.values()].filter((id) => id === serverId).length;
  }

  /** Opens a session in `folder`. A string is the reason for a refusal, for the host. */
  async open(
    serverId: string,
    {
      env = {},
      ...session
    }: Pick<SessionSpec, "sessionId" | "folder" | "hostFolder" | "callLimitMs"> & {
      env?: Readonly<Record<string, string>>;
    },
    host: HostEnd,
    listener: { host(host: Host): void; called(tool: string): void; ended(): void },
  ): Promise<HostSession | string> {
    const { servers, connector, identities, clock } = this.#deps;
    const entry = servers.get(serverId);
    if (entry === undefined)
      return "This server was removed from Countersign. Undo the change of the agent's config in Countersign, or wrap the server again.";
    if (this.#open.size >= SESSIONS_MAX)
      return `Countersign has ${SESSIONS_MAX} sessions of agents open, and takes no more. Close some of them.`;
    const question = await this.ask(serverId);
    const endpoint = entry.resolved();
    if (question !== null) {
      const what = endpoint.kind === "stdio" ? "command" : "address";
      return `Countersign has not opened ${entry.stored.name}: its ${what} ${question.changed ? "has changed and " : ""}needs the user's approval. Approve it in Countersign, then restart this agent.`;
    }
    const given = handedOver(endpoint, env);
    const unusable = unusableHeader(endpoint, given);
    if (unusable !== null) return `Countersign has not opened ${entry.stored.name}: ${unusable}`;
    entry.handedOver(given);
    identities.begins(entry.stored);
    const { name, era } = entry.stored;
    // Two rows at most, so that a flood can't fill the ledger.
    let refused = 0;
    const shown = shownSession(session, clock.nowMs());
    const opened = connector.openSession(
      {
        ...session,
        serverId,
        name,
        era,
        where: whereOf(entry.stored.endpoint),
        endpoint: withGiven(endpoint, session.folder, given),
        policy: () => entry.stored.policy,
        identityFor: (tools) => identities.requester(serverId, tools),
      },
      host,
      {
        host: (claims) => {
          listener.host(claims);
          this.#shown(entry, { ...shown, host: claims.name });
          return this.#begins(entry, claims);
        },
        called: (tool) => listener.called(tool),
        lines: (lines) => {
          for (const line of lines) {
            if (line.from === "host" && (refused += 1) === 1)
              this.#refused(entry, session.sessionId, refused);
            if (line.from !== "rubbish") continue;
            const last = line.text.slice(0, LAST_TEXT_CHARACTERS);
            entry.rubbish = { count: entry.rubbish.count + 1, last };
            entry.pushSoon();
          }
          entry.wrote(lines);
        },
        tools: (tools) => {
          identities.toolsSeen(serverId, tools);
          entry.known = identities.view(serverId);
          entry.pushSoon();
        },
        requestReceived: () => {
          entry.asked += 1;
          entry.pushSoon();
        },
        ended: () => {
          this.#open.delete(opened);
          if (refused > 1) this.#refused(entry, session.sessionId, refused);
          this.#shown(entry, { ...shown, host: null }, false);
          listener.ended();
        },
      },
    );
    this.#open.set(opened, serverId);
    this.#shown(entry, shown);
    return opened;
  }

  /** Shows a session in the server's panel, or no longer. */
  #shown(entry: ServerEntry, session: HostSessionView, isOpen = true): void {
    const others = entry.hostSessions.filter(({ id }) => id !== session.id);
    entry.hostSessions = isOpen ? [...others, session] : others;
    entry.pushSoon();
  }

  /** Records what passes in this session. A text is the reason for the host why nothing does. */
  #begins(entry: ServerEntry, { name, version, sessionId }: Host): string | null {
    const { servers, identities, note } = this.#deps;
    const { stored } = entry;
    const { identity } = identities.standing(entry, servers.all());
    const noted = note("host-session", {
      serverId: stored.id,
      server: stored.name,
      identity,
      host: { name, ...(version === undefined ? {} : { version }) },
      sessionId,
      ...permissionFacts(stored.policy),
    });
    return noted.ok
      ? null
      : `Countersign can't write its audit log, so nothing of ${stored.name} passes. Restart this agent once it can.`;
  }

  /** Records how many messages of the host have not passed so far. They don't, whether or not that can be recorded. */
  #refused({ stored }: ServerEntry, sessionId: string, messages: number): void {
    const server = { serverId: stored.id, server: stored.name };
    this.#deps.note("host-refused", { ...server, sessionId, messages });
  }

  /**
   * Records a change of what passes in the sessions that are open with a server. Fails if more would pass and it can't
   * be recorded.
   */
  permissionChanges(
    { stored }: ServerEntry,
    policy: ServerEntry["stored"]["policy"],
  ): Outcome<null, Failure> {
    const change = permissionChange(stored.policy, policy);
    if (change === "same" || this.count(stored.id) === 0) return ok(null);
    const noted = this.#deps.note("host-permission", {
      serverId: stored.id,
      server: stored.name,
      sessions: this.count(stored.id),
      ...permissionFacts(policy),
    });
    return noted.ok || change === "stricter" ? ok(null) : noted;
  }

  /** Inspects what would be started, and returns and shows what the user must approve first; null if nothing. */
  async ask(id: string): Promise<ReturnType<StartConfirmations["question"]>> {
    const { servers, identities, confirming, inspector } = this.#deps;
    const entry = servers.get(id);
    if (entry === undefined) return null;
    const endpoint = entry.resolved();
    if (endpoint.kind === "stdio") identities.program(id, endpoint, await inspector.look(endpoint));
    identities.seen(entry.stored);
    const question = confirming.question(entry);
    if (question === null) return null;
    if (entry.connection === null) entry.state = question;
    identities.show(entry);
    return question;
  }

  /** Closes the sessions with one server, or all. */
  async close(because: SessionEnd, serverId?: string): Promise<void> {
    const ending = [...this.#open].filter(([, id]) => serverId === undefined || id === serverId);
    await Promise.allSettled(ending.map(([session]) => session.close(because)));
  }
}

/** A header's value as HTTP has it (RFC 9110, 5.5): no line end, so that it can't begin another header. */
const FIELD_MAX = 8192;
const isField = (value: string): boolean =>
  value.length <= FIELD_MAX && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value);

function unusableHeader(
  endpoint: Endpoint<unknown>,
  given: readonly ResolvedValue[],
): string | null {
  const bad = endpoint.kind === "stdio" ? undefined : given.find(({ value }) => !isField(value));
  return bad === undefined
    ? null
    : `what the agent fills in for the header ${bad.name} has a character that no header can have, or more than ${FIELD_MAX}.`;
}

const shownSession = (
  { sessionId, hostFolder }: Pick<SessionSpec, "sessionId" | "hostFolder">,
  sinceMs: number,
): HostSessionView => ({
  id: sessionId,
  host: null,
  sinceMs,
  ...(hostFolder === undefined ? {} : { folder: hostFolder }),
});

/** The variables or headers of the host that the user approved by name. All count as secrets, and none is stored. */
const handedOver = (
  endpoint: Endpoint<ResolvedValue>,
  env: Readonly<Record<string, string>>,
): ResolvedValue[] =>
  providedByHost(endpoint).flatMap((name) => {
    const variable = relayVariable(endpoint, name);
    const value = Object.hasOwn(env, variable) ? env[variable] : undefined;
    return value === undefined ? [] : [{ name, secret: true, value }];
  });

/** With what the host handed over. A command without a folder of its own runs in the host's. */
function withGiven(
  endpoint: Endpoint<ResolvedValue>,
  folder: string,
  given: readonly ResolvedValue[],
): Endpoint<ResolvedValue> {
  switch (endpoint.kind) {
    case "stdio":
      return { ...endpoint, cwd: endpoint.cwd ?? folder, env: [...endpoint.env, ...given] };
    case "http":
    case "sse":
      return { ...endpoint, headers: [...endpoint.headers, ...given] };
    case "demo":
      return endpoint;
  }
}

/** What of a wrapped server passes without being held: the ledger names it when a session begins and when it changes. */
type Permission = Pick<ServerPolicy, "holdTools" | "reviewResults" | "elicitation">;

/** Which tool calls pass. */
const PASSES = { none: "all", "not-read-only": "read-only", all: "none" } as const;

/** The permission as facts of a ledger row. Calls that rules hold never pass; results of held calls are theirs. */
const permissionFacts = (policy: Permission): JsonObject => ({
  passes: PASSES[policy.holdTools],
  results: policy.reviewResults ? "reviewed" : "pass",
  forms: policy.elicitation,
});

const STRICTNESS = { none: 0, "not-read-only": 1, all: 2 } as const;

/** How a change of policy changes the permission. */
function permissionChange(before: Permission, after: Permission): "same" | "stricter" | "looser" {
  const steps = [
    STRICTNESS[after.holdTools] - STRICTNESS[before.holdTools],
    Number(after.reviewResults) - Number(before.reviewResults),
    Number(after.elicitation === "desk") - Number(before.elicitation === "desk"),
  ];
  if (steps.some((step) => step < 0)) return "looser";
  return steps.some((step) => step > 0) ? "stricter" : "same";
}
