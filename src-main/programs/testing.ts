// For tests: programs without servers, on a port of their own.
import { randomUUID } from "node:crypto";
import { ok } from "#shared/outcome.ts";
import { keyedHasher } from "../profile/hasher.ts";
import { tokens } from "../profile/tokens.ts";
import { AcceptedPrompts } from "./acceptedPrompts.ts";
import { ProgramsService } from "./programs.ts";
import type { ProgramsParts } from "./programs.ts";

export const programsWith = (parts: Partial<ProgramsParts> = {}): ProgramsService =>
  new ProgramsService({
    store: { load: () => ({ programs: [], faults: [] }), save: () => ok(null) },
    tokens,
    port: { base: () => Promise.resolve(ok("http://127.0.0.1:4100")) },
    servers: { views: () => [], update: () => ok(null), policyOf: () => null },
    requesters: { hookOf: () => null, checkPermission: () => null },
    held: { end: () => undefined },
    accepted: new AcceptedPrompts({ file: "", cipher: null, keyed: keyedHasher("k") }),
    desk: { request: () => undefined, scanner: { scanAgain: () => undefined } },
    note: () => ok(null),
    clock: { nowMs: Date.now, newId: randomUUID },
    audience: { pushLatest: () => undefined },
    agentCalled: () => undefined,
    fault(failure) {
      throw new Error(JSON.stringify(failure));
    },
    ...parts,
  });
