import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { CallsService } from "../servers/calls/calls.ts";
import type { ServersService } from "../servers/servers.ts";

/** Connects the bundled demo server if needed and calls one of its tools with default arguments. */
export async function runDemo(
  { servers, calls }: { servers: ServersService; calls: CallsService },
  tool: string,
): Promise<Outcome<string, Failure>> {
  const demo = await servers.ensureDemo();
  if (!demo.ok) return fail(demo.failure);
  return calls.start(demo.value, "tool", tool, {});
}
