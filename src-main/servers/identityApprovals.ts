// Ways to accept a server's identity: approving one of its requests, or saying that what has changed is fine.
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ToolDifference } from "#shared/servers/identity/known.ts";
import type { Identities } from "./identities.ts";
import type { ServerEntry } from "./serverEntry.ts";

export interface IdentityApprovalsDeps {
  identities: Identities;
  entry(id: string): ServerEntry | undefined;
  /** Something in the entry's view has changed. */
  told(entry: ServerEntry): void;
}

export class IdentityApprovals {
  readonly #parts: IdentityApprovalsDeps;

  constructor(parts: IdentityApprovalsDeps) {
    this.#parts = parts;
  }

  /** Approving a request accepts the server's identity at that time. A replay does not: the server has not sent it. */
  approved({ requester, reply }: Pick<HeldRequest, "requester" | "reply">): void {
    if (reply.kind === "replay") return;
    const entry = this.#parts.entry(requester.serverId);
    if (entry !== undefined && this.#parts.identities.approved(requester)) this.#parts.told(entry);
  }

  /** "This is fine": accepts the server's identity and tool descriptions that `hash` stands for. */
  accept(id: string, hash: string): Outcome<null, Failure> {
    const entry = this.#parts.entry(id);
    if (entry === undefined) return fail({ kind: "not-found", what: "server" });
    // A start is confirmed only where the whole command is shown.
    if (entry.state.kind === "needs-confirmation") return fail({ kind: "stale" });
    const done = this.#parts.identities.fine(id, hash);
    if (done.ok) this.#parts.told(entry);
    return done;
  }

  /** A tool's description as it was known and as it is now; null if there is neither. */
  difference(id: string, tool: string): ToolDifference | null {
    return this.#parts.identities.difference(id, tool);
  }
}
