// The demo: the bundled server is asked by one of its own tools.
import { fail } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { CallsService } from "../services/calls/calls.ts";
import type { ServersService } from "../services/servers/servers.ts";

/** Connects the bundled server, when it is not, and calls one of its tools with its own defaults. */
export async function runDemo(
  { servers, calls }: { servers: ServersService; calls: CallsService },
  tool: string,
): Promise<Outcome<string, Failure>> {
  const demo = await servers.ensureDemo();
  if (!demo.ok) return fail(demo.failure);
  return calls.start(demo.value, "tool", tool, {});
}
