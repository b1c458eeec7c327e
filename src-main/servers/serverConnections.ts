// Opens and closes servers' connections. Before a start, the command is inspected and the user asked if necessary.
import { whereOf } from "#shared/servers/config/masking.ts";
import type { Clock } from "../core/ports.ts";
import type { StartConfirmations } from "./startConfirmations.ts";
import type { Identities } from "./identities.ts";
import type { ServerConnection } from "./mcp/session/connection.ts";
import type { ConnectionListener } from "./mcp/connectionSpec.ts";
import type { Connector } from "./mcp/session/connector.ts";
import type { ProgramInspector } from "./mcp/identity/program.ts";
import { NOWHERE, originOf } from "./endpoint.ts";
import type { ServerEntry } from "./serverEntry.ts";

interface Deps {
  connector: Connector;
  clock: Pick<Clock, "nowMs">;
  inspector: Pick<ProgramInspector, "look">;
  identities: Identities;
  confirming: StartConfirmations;
  /** A sampling request that a run may have caused. */
  requestReceived(runId: string, requestId: string): void;
}

/** For an address that cannot be parsed. It is not shown, since nobody can tell which part of it is secret. */
const UNREADABLE = {
  kind: "failed",
  attempts: 0,
  failure: { kind: "server-unreachable", address: "", detail: "not an address" },
} as const;

export class ServerConnections {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Inspects the command's files before any of them is run. */
  open(entry: ServerEntry): void {
    const { inspector, clock, identities } = this.#deps;
    const endpoint = entry.resolved();
    entry.looks += 1;
    if (endpoint.kind !== "stdio") {
      this.#openLooked(entry);
      return;
    }
    const turn = entry.looks;
    if (entry.connection === null) {
      entry.state = { kind: "connecting", sinceMs: clock.nowMs() };
      entry.pushNow();
    }
    void inspector.look(endpoint).then((facts) => {
      const { id, enabled } = entry.stored;
      if (entry.looks !== turn || !enabled || !entry.isListed) return;
      identities.program(id, endpoint, facts);
      this.#openLooked(entry);
    });
  }

  /** Closes an open connection first. */
  reopen(entry: ServerEntry): void {
    void this.close(entry).then(() => {
      if (entry.isListed && entry.stored.enabled) this.open(entry);
    });
  }

  /** A connection that is not open yet. */
  connectionFor(entry: ServerEntry): ServerConnection {
    const { connector, identities } = this.#deps;
    const { id: serverId, name, endpoint, era, policy } = entry.stored;
    const identityFor = (tools: readonly string[]) => identities.requester(serverId, tools);
    const spec = { serverId, name, era, policy, where: whereOf(endpoint), identityFor };
    return connector.connect({ ...spec, endpoint: entry.resolved() }, this.#listener(entry));
  }

  async close(entry: ServerEntry): Promise<void> {
    const { connection, looks } = entry;
    entry.connection = null;
    if (connection !== null) await connection.close("switched-off");
    // Turned on again meanwhile: the new connection reports its own state.
    if (entry.connection !== null || entry.looks !== looks) return;
    entry.state = { kind: "off" };
    entry.pushNow();
  }

  #openLooked(entry: ServerEntry): void {
    const { clock, identities, confirming } = this.#deps;
    if (originOf(entry.stored.endpoint) === NOWHERE) {
      entry.state = { ...UNREADABLE, atMs: clock.nowMs() };
      entry.pushNow();
      return;
    }
    identities.seen(entry.stored);
    const question = confirming.question(entry);
    if (question !== null) {
      entry.state = question;
      identities.show(entry);
      return;
    }
    identities.begins(entry.stored);
    identities.show(entry);
    entry.connection ??= this.connectionFor(entry);
    void entry.connection.open();
  }

  /** Feeds a connection's events into the entry. */
  #listener(entry: ServerEntry): ConnectionListener {
    const { identities, requestReceived } = this.#deps;
    const { id } = entry.stored;
    const told = (more: Partial<ServerEntry["told"]>): void => {
      entry.told = { ...entry.told, ...more };
      entry.pushSoon();
    };
    return {
      state: (state) => {
        // A previous connection may close only after the next one has been started.
        const isNext = entry.connection !== null || entry.state.kind === "connecting";
        if (state.kind === "off" && isNext) return;
        entry.state = state;
        if (state.kind === "connecting") entry.told = { tools: [], prompts: [], resources: [] };
        entry.pushNow();
      },
      negotiated: (negotiated) => told({ negotiated }),
      tools: (tools) => {
        identities.toolsListed(id, tools);
        entry.known = identities.view(id);
        told({ tools });
      },
      certificate: (certificate) => {
        // Several machines behind one address may take turns with different certificates.
        if (!identities.certificate(id, certificate)) return;
        entry.known = identities.view(id);
        entry.pushSoon();
      },
      prompts: (prompts) => told({ prompts }),
      resources: (resources) => told({ resources }),
      listCut: (list, cut) => {
        const { [list]: _before, ...others } = entry.told.cuts ?? {};
        told({ cuts: { ...others, ...(cut === null ? {} : { [list]: cut }) } });
      },
      lines: (lines) => entry.wrote(lines),
      rubbish: (count, last) => {
        entry.rubbish = { count, last };
        entry.pushSoon();
      },
      signIn: (view) => {
        entry.signIn = view;
        entry.pushNow();
      },
      rootsAsked: (roots) => {
        const times = (entry.told.rootsAsked?.times ?? 0) + 1;
        told({ rootsAsked: { times, lastAtMs: Date.now(), told: roots } });
      },
      requestReceived: (requestId, runIds) => {
        entry.asked += 1;
        for (const runId of runIds) requestReceived(runId, requestId);
        entry.pushSoon();
      },
    };
  }
}
