// What the window may do with servers and their calls: one line per channel.
import type { Result } from "#shared/contract/contract.ts";
import { toJsonText } from "#shared/ledger/history.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { SharedRoot } from "#shared/servers/policy/policy.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { Handlers } from "../ipc/dispatch.ts";
import type { ServerConnection } from "./mcp/session/connection.ts";
import type { CallsService } from "./calls/calls.ts";
import type { ContextService } from "./calls/context.ts";
import { addServers } from "./importing.ts";
import type { ImportingService } from "./importing.ts";
import type { ServersService } from "./servers.ts";
import type { TrafficService } from "./traffic.ts";

type TrafficChannel = Extract<keyof Handlers, `servers.traffic${string}`>;

/**
 * @param retention a server's policy says how long its content is kept
 * @param pickFolder a system dialog; null when the user cancelled
 */
export function serverHandlers(
  desk: Desk,
  servers: ServersService,
  importing: ImportingService,
  retention: { changed(): void },
  pickFolder: () => Promise<SharedRoot | null>,
): Pick<Handlers, Exclude<Extract<keyof Handlers, `servers.${string}`>, TrafficChannel>> {
  return {
    // Secrets in host configs never reach the window: they are filled in here.
    "servers.add": (inputs) => ok(addServers(servers, inputs)),
    "servers.addFound": (ids) => ok(importing.add(ids)),
    "servers.update": (id, input) => servers.update(id, input),
    "servers.remove": (id) => servers.remove(id),
    "servers.bringBack": (id) => servers.bringBack(id),
    "servers.finishRemoving": (id) => servers.finishRemoval(id),
    "servers.enable": (id, enabled) => servers.enable(id, enabled),
    "servers.policy": (id, policy) => {
      const set = servers.setPolicy(id, policy);
      desk.onModesChanged();
      retention.changed();
      return set;
    },
    "servers.pickFolder": async () => ok(await pickFolder()),
    "servers.connect": (id) => servers.connect(id),
    "servers.confirm": (id, hash) => servers.confirm(id, hash),
    "servers.acceptIdentity": (id, hash) => servers.acceptIdentity(id, hash),
    "servers.toolDifference": (id, tool) => ok(servers.toolDifference(id, tool)),
    "servers.signIn": (id, client) => servers.signIn(id, client),
    "servers.acceptIssuer": (id, pair) => servers.acceptIssuer(id, pair),
    "servers.cancelSignIn": (id) => servers.cancelSignIn(id),
    "servers.signOut": (id) => servers.signOut(id),
    "servers.lines": (id) => servers.lines(id),
    "servers.ping": (id) => connected(servers, id, (connection) => connection.ping()),
    "servers.find": async () => ok(await importing.find()),
    "servers.areKnown": (inputs) => ok(inputs.map(importing.isKnown)),
  };
}

export function trafficHandlers(traffic: TrafficService): Pick<Handlers, TrafficChannel> {
  return {
    "servers.traffic": (id) => followed(traffic, id),
    "servers.trafficEnd": () => {
      traffic.end();
      return ok(null);
    },
    "servers.trafficMessage": (id, seq) => traffic.message(id, seq),
    "servers.trafficFind": (id, text, afterSeq) => traffic.find(id, text, afterSeq),
    "servers.trafficLines": (id, seqs) => traffic.lines(id, seqs),
    "servers.trafficClear": (id) => traffic.clear(id),
  };
}

export function callHandlers(
  servers: ServersService,
  calls: CallsService,
  context: ContextService,
): Pick<Handlers, Extract<keyof Handlers, `${"context" | "calls" | "demo"}.${string}`>> {
  return {
    "context.pieces": (requestId) => context.pieces(requestId),
    "context.piece": (requestId, pieceId) => context.piece(requestId, pieceId),
    "calls.start": (serverId, kind, name, args) => calls.start(serverId, kind, name, args),
    "calls.cancel": (runId) => calls.cancel(runId),
    "calls.logLevel": (id, level) => connected(servers, id, (server) => server.setLogLevel(level)),
    "demo.run": async (tool) => {
      const demo = await servers.ensureDemo();
      return demo.ok ? calls.start(demo.value, "tool", tool, {}) : fail(demo.failure);
    },
  };
}

/** Runs a call on a server's connection, if it is connected. */
async function connected<T>(
  servers: ServersService,
  id: string,
  act: (connection: ServerConnection) => Promise<Outcome<T, Failure>>,
): Promise<Outcome<T, Failure>> {
  const connection = servers.connection(id);
  if (connection === undefined) return fail({ kind: "not-found", what: "server" });
  return connection === null ? fail({ kind: "run-disconnected" }) : act(connection);
}

/** As text: structured cloning of twenty thousand rows would be slow. */
function followed(traffic: TrafficService, serverId: string): Result<"servers.traffic"> {
  const view = traffic.follow(serverId);
  return view.ok ? ok(toJsonText(view.value)) : view;
}
