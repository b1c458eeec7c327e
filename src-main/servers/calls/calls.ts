// Calls of tools, prompts and resources that the user started, with their results and the sampling requests that they
// caused.
import { shapeFlags } from "#shared/request/checks/depth.ts";
import { placeOf } from "#shared/request/document/flag.ts";
import type { JsonObject } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { RunView, ServerLine } from "#shared/servers/server.ts";
import { charactersOf, Shelf } from "#shared/shelf.ts";
import type { Clock } from "../../core/ports.ts";
import type { ServersService } from "../servers.ts";
import { LineRing } from "../lineRing.ts";
import type { ServerConnection } from "../mcp/session/connection.ts";
import type { Audience } from "../../audience.ts";

/**
 * How many ended calls are kept in memory, by number and by size in characters. The newest is always kept; a result
 * can be as large as a protocol message.
 */
export const RUNS_KEPT = 200;
export const RUN_CHARACTERS_KEPT = 128_000_000;

type Callable = Pick<ServerConnection, "call">;

interface Deps {
  servers: {
    connection(id: string): Callable | null | undefined;
    onRequest: ServersService["onRequest"];
  };
  clock: Clock;
  audience: Pick<Audience, "push" | "pushLatest">;
}

interface Run {
  view: RunView;
  abort: AbortController;
  lines: LineRing;
}

export class CallsService {
  readonly #deps: Deps;
  readonly #runs = new Map<string, Run>();
  readonly #ended = new Shelf(RUNS_KEPT, RUN_CHARACTERS_KEPT);

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.servers.onRequest((runId, requestId) => this.#requestReceived(runId, requestId));
  }

  /** Every call in memory, oldest first. */
  views(): RunView[] {
    return [...this.#runs.values()].map((run) => run.view);
  }

  /** Starts a call and returns its run id; progress and result are pushed. */
  start(
    serverId: string,
    kind: RunView["kind"],
    name: string,
    args: JsonObject,
  ): Outcome<string, Failure> {
    const connection = this.#deps.servers.connection(serverId);
    if (connection === undefined) return fail({ kind: "not-found", what: "server" });
    if (connection === null) return fail({ kind: "run-disconnected" });
    const [shape] = shapeFlags(args);
    if (shape !== undefined) {
      const detail = `${shape.code}: ${placeOf(shape.path)}`;
      return fail({ kind: "invalid-argument", channel: "calls.start", detail });
    }
    const id = this.#deps.clock.newId();
    const run: Run = {
      view: {
        id,
        serverId,
        kind,
        name,
        arguments: args,
        startedAtMs: this.#deps.clock.nowMs(),
        state: "running",
        lines: [],
        requestIds: [],
      },
      abort: new AbortController(),
      lines: new LineRing(),
    };
    this.#runs.set(id, run);
    this.#update(run, {});
    void this.#run(run, connection, args);
    return ok(id);
  }

  /** Cancels a running call; the requests that it caused are cancelled with it. */
  cancel(runId: string): Outcome<null, Failure> {
    const run = this.#runs.get(runId);
    if (run === undefined) return fail({ kind: "not-found", what: "run" });
    if (run.view.state !== "running") return fail({ kind: "stale" });
    run.abort.abort("cancelled by the user");
    return ok(null);
  }

  /** Links a sampling request to the run that caused it, or may have caused it. */
  #requestReceived(runId: string, requestId: string): void {
    const run = this.#runs.get(runId);
    if (run === undefined) return;
    this.#update(run, { requestIds: [...run.view.requestIds, requestId] });
  }

  async #run(run: Run, connection: Callable, args: JsonObject): Promise<void> {
    const { id, kind, name } = run.view;
    const outcome = await connection
      .call(
        { runId: id, kind, name, arguments: args },
        {
          progress: (progress) => {
            const atMs = this.#deps.clock.nowMs();
            this.#update(run, { progress: { ...progress, atMs } });
          },
          line: (line) => this.#line(run, line),
        },
        run.abort.signal,
      )
      // An internal error must end the run too, or it would stay "running" and could not be cancelled.
      .catch((error: unknown) => fail<Failure>({ kind: "internal", detail: String(error) }));
    const endedAtMs = this.#deps.clock.nowMs();
    if (outcome.ok) this.#update(run, { endedAtMs, state: "done", result: outcome.value });
    else if (outcome.failure.kind === "cancelled") {
      this.#update(run, { endedAtMs, state: "cancelled" });
    } else this.#update(run, { endedAtMs, state: "failed", failure: outcome.failure });
    this.#dropOldest(run);
  }

  #line(run: Run, line: ServerLine): void {
    run.lines.add(line);
    const { dropped } = run.lines;
    const lines = run.lines.all();
    this.#update(run, { lines, ...(dropped > 0 ? { linesDropped: dropped } : {}) });
  }

  #update(run: Run, change: Partial<RunView>): void {
    run.view = { ...run.view, ...change };
    this.#deps.audience.push({ kind: "run", run: run.view });
  }

  /** The window drops these runs as well. */
  #dropOldest(ended: Run): void {
    for (const oldest of this.#ended.put(ended.view.id, charactersOf(ended.view))) {
      this.#runs.delete(oldest);
      const gone = { kind: "run-removed", id: oldest } as const;
      this.#deps.audience.pushLatest(`run ${oldest}`, () => gone);
    }
  }
}
