// The TrafficLog view: one server's messages, pushed only while it is open.
import { jsonIn } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { isMessage } from "#shared/servers/traffic.ts";
import type { TrafficMessage, TrafficView } from "#shared/servers/traffic.ts";
import type { Audience } from "../audience.ts";
import type { TrafficLog } from "./mcp/wire/traffic.ts";
import type { ServersService } from "./servers.ts";
import { PerFrame } from "../core/perFrame.ts";

/** The most text that is copied at once, in characters. */
const COPY_CHARACTERS = 32 * 1024 * 1024;

interface Followed {
  serverId: string;
  traffic: TrafficLog;
  fresh: Set<number>;
  push: PerFrame;
}

const UNKNOWN = { kind: "not-found", what: "server" } as const;
const GONE = { kind: "not-found", what: "message" } as const;

export class TrafficService {
  readonly #servers: Pick<ServersService, "traffic">;
  readonly #audience: Pick<Audience, "push">;
  #followed: Followed | null = null;

  constructor(servers: Pick<ServersService, "traffic">, audience: Pick<Audience, "push">) {
    this.#servers = servers;
    this.#audience = audience;
  }

  /** Returns all kept rows, and pushes new ones of this server, and of no other, from now on. */
  follow(serverId: string): Outcome<TrafficView, Failure> {
    this.end();
    const traffic = this.#servers.traffic(serverId);
    if (traffic === undefined) return fail(UNKNOWN);
    const followed: Followed = {
      serverId,
      traffic,
      fresh: new Set(),
      push: new PerFrame(() => this.#push(followed)),
    };
    this.#followed = followed;
    traffic.onRow = (seq) => {
      followed.fresh.add(seq);
      followed.push.ask();
    };
    return ok({ rows: traffic.rows(), forgotten: traffic.forgotten });
  }

  /** Stops pushing. */
  end(): void {
    if (this.#followed === null) return;
    this.#followed.push.drop();
    this.#followed.traffic.onRow = null;
    this.#followed = null;
  }

  message(serverId: string, seq: number): Outcome<TrafficMessage, Failure> {
    const message = this.#servers.traffic(serverId)?.message(seq) ?? null;
    return message === null ? fail(GONE) : ok(message);
  }

  find(serverId: string, text: string, afterSeq: number): Outcome<number[], Failure> {
    const traffic = this.#servers.traffic(serverId);
    return traffic === undefined ? fail(UNKNOWN) : ok(traffic.find(text, afterSeq));
  }

  /**
   * The rows as JSON lines: time, direction, size and message, which is JSON if it is complete, text otherwise.
   * `left` rows were too many or are no longer kept.
   */
  lines(serverId: string, seqs: number[]): Outcome<{ text: string; left: number }, Failure> {
    const traffic = this.#servers.traffic(serverId);
    if (traffic === undefined) return fail(UNKNOWN);
    const lines: string[] = [];
    let characters = 0;
    for (const seq of seqs) {
      const line = lineOf(traffic, seq);
      if (line === null) continue;
      characters += line.length + 1;
      if (characters > COPY_CHARACTERS) break;
      lines.push(line);
    }
    const text = lines.map((line) => `${line}\n`).join("");
    return ok({ text, left: seqs.length - lines.length });
  }

  clear(serverId: string): Outcome<null, Failure> {
    const traffic = this.#servers.traffic(serverId);
    if (traffic === undefined) return fail(UNKNOWN);
    traffic.clear();
    if (this.#followed?.serverId === serverId) this.#followed.push.ask();
    return ok(null);
  }

  #push({ serverId, traffic, fresh }: Followed): void {
    const rows = [...fresh].map((seq) => traffic.row(seq)).filter((row) => row !== null);
    fresh.clear();
    const { forgotten, firstSeq } = traffic;
    this.#audience.push({ kind: "traffic", id: serverId, rows, forgotten, firstSeq });
  }
}

/** One row as a line of JSON. The message is inserted as text, so that numbers keep all their digits. */
function lineOf(traffic: TrafficLog, seq: number): string | null {
  const row = traffic.row(seq);
  const message = traffic.message(seq);
  if (row === null || message === null) return null;
  const at = new Date(row.atMs).toISOString();
  if (!isMessage(row)) return JSON.stringify({ at, connection: row.kind });
  const { direction, bytes, cut, notTaken } = row;
  const facts = JSON.stringify({
    at,
    direction,
    bytes,
    ...(cut === true ? { keptBytes: message.keptBytes } : {}),
    ...(notTaken === undefined ? {} : { notTaken }),
  });
  const body =
    cut !== true && jsonIn(message.text) !== undefined
      ? `"message":${message.text.replaceAll(/[\r\n]/g, " ")}`
      : `"text":${JSON.stringify(message.text)}`;
  return `${facts.slice(0, -1)},${body}}`;
}
