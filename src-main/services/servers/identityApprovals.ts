// What the user does about who a server is: approves a request of it, or says that what has changed is fine.
import { fail } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { ToolDifference } from "../../../src-shared/servers/identity/known.ts";
import type { Identities } from "./identities.ts";
import type { ServerEntry } from "./serverEntry.ts";

export interface IdentityApprovalsDeps {
  identities: Identities;
  entry(id: string): ServerEntry | undefined;
  /** Something of it is to be shown anew. */
  told(entry: ServerEntry): void;
}

export class IdentityApprovals {
  readonly #parts: IdentityApprovalsDeps;

  constructor(parts: IdentityApprovalsDeps) {
    this.#parts = parts;
  }

  /** A request was approved: who asked is known from then on. In a replay the server has not asked. */
  approved({ asker, reply }: Pick<Sample, "asker" | "reply">): void {
    if (reply.kind === "replay") return;
    const entry = this.#parts.entry(asker.serverId);
    if (entry !== undefined && this.#parts.identities.approved(asker)) this.#parts.told(entry);
  }

  /** "This is fine": who the server is now, and how its tools are described, as `hash` stands for it. */
  fine(id: string, hash: string): Outcome<null, Failure> {
    const entry = this.#parts.entry(id);
    if (entry === undefined) return fail({ kind: "not-found", what: "server" });
    // What was never approved is approved where all of it is shown.
    if (entry.state.kind === "needs-confirmation") return fail({ kind: "stale" });
    const done = this.#parts.identities.fine(id, hash);
    if (done.ok) this.#parts.told(entry);
    return done;
  }

  /** A tool's description as it was known, and as it is; null for one that is neither. */
  difference(id: string, tool: string): ToolDifference | null {
    return this.#parts.identities.difference(id, tool);
  }
}
