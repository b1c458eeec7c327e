// Who requests come from: servers, programs, agents. The desk is built before them and asks here about any of them by
// its id; each registers once it is built.
import type { AgentId } from "#shared/agents/agent.ts";
import type { HoldingHook } from "#shared/agents/comesToUser.ts";
import type { OwnPart } from "#shared/findings/accepted.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";
import type { StandingPermission } from "#shared/rules/standingPermission.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";

/** The requesters of one kind. Null: the id is none of theirs. A method that is absent: this kind has no such thing. */
export interface RequesterSource {
  /** The requester's current identity, for rules bound to it. */
  standing(id: string): ServerStanding | null;
  policyOf?(id: string): ServerPolicy | null;
  /** The user's standing permission: every request passes, unless a rule refuses it. Null also where there is none. */
  permissionOf?(id: string): StandingPermission | null;
  /** The permission of this one request, by what it says. */
  permissionFor?(id: string, body: string): StandingPermission | null;
  /** That of a model call which a running check of this agent has caused. */
  checkPermission?(agent: AgentId, body: string): StandingPermission | null;
  /** The hook of this agent, if it was measured to hold. */
  hookOf?(agent: AgentId): HoldingHook | null;
  /** Whether the user has accepted a system text or tool as its own; null also where none was. */
  acceptedOf?(id: string): ((part: OwnPart) => boolean) | null;
  /** Hosts of the addresses that the user entered for them, for the check on look-alike addresses. */
  hosts?(): readonly string[];
}

const UNKNOWN: ServerStanding = { identity: null, name: "unapproved" };

export class Requesters {
  readonly #sources: RequesterSource[] = [];

  /** Where two know the same id, the one that registers last speaks for it. */
  register(source: RequesterSource): void {
    this.#sources.unshift(source);
  }

  /** The default for one that is unknown. */
  policyOf(id: string): ServerPolicy {
    return this.#first((source) => source.policyOf?.(id)) ?? defaultPolicy;
  }

  /** Null for one that is unknown. */
  limitsOf(id: string): ServerPolicy["limits"] | null {
    return this.#first((source) => source.policyOf?.(id))?.limits ?? null;
  }

  standing(id: string): ServerStanding {
    return this.#first((source) => source.standing(id)) ?? UNKNOWN;
  }

  permissionOf(id: string): StandingPermission | null {
    return this.#first((source) => source.permissionOf?.(id));
  }

  permissionFor(id: string, body: string): StandingPermission | null {
    return this.#first((source) => source.permissionFor?.(id, body));
  }

  checkPermission(agent: AgentId, body: string): StandingPermission | null {
    return this.#first((source) => source.checkPermission?.(agent, body));
  }

  hookOf(agent: AgentId): HoldingHook | null {
    return this.#first((source) => source.hookOf?.(agent));
  }

  acceptedOf(id: string): ((part: OwnPart) => boolean) | null {
    return this.#first((source) => source.acceptedOf?.(id));
  }

  hosts(): readonly string[] {
    return this.#sources.flatMap((source) => source.hosts?.() ?? []);
  }

  #first<T>(look: (source: RequesterSource) => T | null | undefined): T | null {
    for (const source of this.#sources) {
      const found = look(source) ?? null;
      if (found !== null) return found;
    }
    return null;
  }
}
