// The events of agents that post them, on machines without Node.js: the same way as from the script, with the entry's token.
import type http from "node:http";
import type { HookAnswer } from "#shared/agents/entry.ts";
import { bearerOf, bodyOf, respond } from "../net/loopback.ts";
import type { LoopbackRoute } from "../net/loopback.ts";
import type { HookAdmission } from "../services/agents/agentPorts.ts";

export const HOOK_PREFIX = "/hook/";
/** As much as the script takes. */
const EVENT_MAX_BYTES = 16 * 1024 * 1024;

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
    answer(response, said);
  }
}

/** What a script would print. Where that blocks by its exit code, the status says so: `onFailure` then blocks. */
function answer(response: http.ServerResponse, said: HookAnswer): void {
  if (!said.ok) respond(response, 403, said.message);
  else if (said.exit !== 0) respond(response, 500, said.stderr);
  else {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(said.stdout === "" ? "{}" : said.stdout);
  }
}
