// The events of agents that post them, on machines without Node.js: the same way as from the script, with the entry's token.
import type http from "node:http";
import type { AgentTable, HookEvent } from "#shared/agents/agent.ts";
import type { HookAnswer, HookGreeting } from "#shared/agents/entry.ts";
import { tableOf } from "#shared/agents/tables.ts";
import { isJsonObject, jsonIn } from "#shared/json.ts";
import { bearerOf, bodyOf, respond } from "../../net/loopback.ts";
import type { LoopbackRoute } from "../../net/loopback.ts";

export const HOOK_PREFIX = "/hook/";
/** As much as the script takes. */
const EVENT_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Decides about an agent's event. Never rejects. Null: the connection is closed.
 * @param left aborted once the hook's process no longer waits
 */
export type HookAdmission = (
  greeting: HookGreeting,
  left: AbortSignal,
) => Promise<HookAnswer | null>;

export class HookDoor implements LoopbackRoute {
  readonly #hear: HookAdmission;

  constructor(hear: HookAdmission) {
    this.#hear = hear;
  }

  serves(path: string): boolean {
    return path.startsWith(HOOK_PREFIX);
  }

  serve(request: http.IncomingMessage, response: http.ServerResponse): void {
    response.on("error", () => {});
    void this.#serve(request, response);
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (request.method !== "POST") {
      response.setHeader("allow", "POST");
      respond(response, 405, "A hook posts its events.");
      return;
    }
    const left = new AbortController();
    response.once("close", () => left.abort());
    const body = await bodyOf(request, EVENT_MAX_BYTES);
    if ("fault" in body) {
      const [status, why] =
        body.fault === "busy"
          ? [503, "Countersign reads too much at once."]
          : [413, "This action is larger than Countersign reads (16 MiB)."];
      respond(response, status, `${why} It was blocked.`);
      return;
    }
    const said = await this.#hear(
      {
        hook: 0,
        id: (request.url ?? "").slice(HOOK_PREFIX.length),
        token: bearerOf(request),
        folder: "/",
        // Which program has posted it can't be told by its parent.
        pid: 0,
        ageMs: 0,
        event: body.text,
      },
      left.signal,
    );
    if (said === null) response.destroy();
    else answer(response, said, body.text);
  }
}

/**
 * What a script would print. Older versions of Claude Code, which alone post their events, run a tool after any status
 * but 200: where the script would block by its exit code, this is a verdict, if the event can be read.
 */
function answer(response: http.ServerResponse, said: HookAnswer, event: string): void {
  if (said.ok && said.exit === 0) {
    json(response, said.stdout);
    return;
  }
  const reason = said.ok ? said.stderr : said.message;
  const table = tableOf("claude-code");
  const read = readEvent(table, event);
  if (read === null) respond(response, 403, reason);
  else json(response, table.outputOf(read, { kind: "reject", reason }).stdout);
}

function json(response: http.ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(text === "" ? "{}" : text);
}

/** Null where it has not the agent's shape. */
export function readEvent(table: AgentTable, text: string): HookEvent | null {
  const given = jsonIn(text);
  return isJsonObject(given) ? table.readEvent(given) : null;
}
