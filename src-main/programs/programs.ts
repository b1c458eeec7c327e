// Programs that call models through the desk: their tokens, modes and permissions.
import { isSaidTwice, ownPartsOf } from "#shared/findings/accepted.ts";
import type { ComparedPart, OwnPart } from "#shared/findings/accepted.ts";
import type { JsonObject } from "#shared/json.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { fail, ok } from "#shared/outcome.ts";
import { environmentLines } from "#shared/programs/environment.ts";
import type { HoldingHook } from "#shared/agents/comesToUser.ts";
import type { AgentId } from "#shared/agents/agent.ts";
import { programInputSchema } from "#shared/programs/program.ts";
import type { ProgramInput, ProgramToken, ProgramView } from "#shared/programs/program.ts";
import type { NamedValueInput } from "#shared/servers/config/input.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { stricterControl } from "#shared/servers/policy/control.ts";
import type { ModelPolicy } from "#shared/servers/policy/modelPolicy.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { foldValue } from "#shared/filter/text.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";
import type { Audience } from "../audience.ts";
import type { Clock } from "../core/ports.ts";
import type { Requesters, RequesterSource } from "../core/requesters.ts";
import type { StandingPermission } from "#shared/rules/standingPermission.ts";
import type { Tokens } from "../profile/tokens.ts";
import type { LoopbackPort } from "../net/loopbackPort.ts";
import type { AcceptedPrompts } from "./acceptedPrompts.ts";
import type { AgentLink, ProgramStore, StoredProgram } from "./programStore.ts";

/** A program that presented a valid token. */
export type AdmittedProgram = Pick<StoredProgram, "id" | "name" | "serverId">;

export interface ProgramsParts {
  store: ProgramStore;
  accepted: AcceptedPrompts;
  tokens: Tokens;
  /** The port that programs connect to. */
  port: Pick<LoopbackPort, "base">;
  servers: {
    views(): ServerView[];
    update(id: string, input: ServerInput): Outcome<null, Failure>;
    /** Null if there is no such server, or no longer. */
    policyOf(id: string): ServerPolicy | null;
  };
  requesters: Pick<Requesters, "hookOf" | "checkPermission">;
  /** Requests of programs that no longer exist end. */
  held: { end(programId: string): void };
  desk: {
    request(id: string): HeldRequest | undefined;
    scanner: { scanAgain(programId: string): void };
  };
  note(kind: string, facts: JsonObject): Outcome<unknown, Failure>;
  clock: Pick<Clock, "nowMs" | "newId">;
  audience: Pick<Audience, "pushLatest">;
  /** The program of an agent was used, told once in a minute. */
  agentCalled(): void;
  fault(failure: Failure): void;
}

const UNKNOWN = { kind: "not-found", what: "program" } as const;
/** Precision of the time of last use, which is only shown. */
const USED_EVERY_MS = 60_000;

export class ProgramsService implements RequesterSource {
  readonly #parts: ProgramsParts;
  readonly #followers: (() => void)[] = [];
  #programs: StoredProgram[];
  readonly #requests = new Map<string, number>();
  readonly faults: Failure[];

  constructor(parts: ProgramsParts) {
    this.#parts = parts;
    const { programs, faults } = parts.store.load();
    this.#programs = programs;
    this.faults = faults;
  }

  view(): ProgramView[] {
    return this.#programs.flatMap(({ tokenHash: _hash, unaccepted: _flag, link, ...program }) => {
      const policy = this.#hasServer(program) ? this.policyOf(program.id) : null;
      if (policy === null) return [];
      const { control, models } = policy;
      const requests = this.#requests.get(program.id) ?? 0;
      const hook = this.#hookOf(link);
      const accepted = this.#parts.accepted.countOf(program.id);
      return [{ ...program, requests, hook, accepted, effective: { control, models } }];
    });
  }

  /** Calls `follow` after each change of a program. */
  follow(follow: () => void): void {
    this.#followers.push(follow);
  }

  /** Whether a program of an earlier run expects the port to be open. */
  usesPort(): boolean {
    return this.#programs.length > 0;
  }

  add(input: ProgramInput): Promise<Outcome<ProgramToken, Failure>> {
    return this.#make(input, null);
  }

  update(id: string, input: ProgramInput): Outcome<null, Failure> {
    if (!this.#programs.some((program) => program.id === id)) return fail(UNKNOWN);
    return this.#save(
      this.#programs.map((program) =>
        program.id === id ? { ...accepted(program), ...input } : program,
      ),
    );
  }

  /** Adds to the tool calls that pass. */
  pass(id: string, written: string): Outcome<null, Failure> {
    const program = this.#programs.find((one) => one.id === id);
    if (program === undefined) return fail(UNKNOWN);
    if (program.passes.includes(written)) return ok(null);
    const input = programInputSchema.shape.passes.safeParse([...program.passes, written]);
    if (!input.success) return fail({ kind: "internal", detail: "too many tool calls pass" });
    return this.#save(
      this.#programs.map((one) => (one.id === id ? { ...one, passes: input.data } : one)),
    );
  }

  /** Makes a new token; the old one is refused from then on. */
  async renew(id: string): Promise<Outcome<ProgramToken, Failure>> {
    if (!this.#programs.some((program) => program.id === id)) return fail(UNKNOWN);
    const base = await this.#parts.port.base();
    if (!base.ok) return base;
    const token = this.#parts.tokens.make();
    const tokenHash = this.#parts.tokens.hash(token);
    const saved = this.#save(
      this.#programs.map((program) =>
        program.id === id ? { ...accepted(program), tokenHash } : program,
      ),
    );
    return saved.ok ? ok(tokenFor(id, token, base.value)) : saved;
  }

  remove(id: string): Outcome<null, Failure> {
    if (!this.#programs.some((program) => program.id === id)) return fail(UNKNOWN);
    return this.#save(this.#programs.filter((program) => program.id !== id));
  }

  #hookOf = (link: AgentLink | undefined): HoldingHook | null =>
    link === undefined ? null : this.#parts.requesters.hookOf(link.agent);

  /** Hooks of agents may hold from now on, or no longer. */
  hooksChanged(): void {
    this.#push();
  }

  /** The system texts and tools of a program's request that are not accepted as its own. */
  compare(requestId: string): Outcome<ComparedPart[], Failure> {
    const request = this.#requestOf(requestId);
    if (request === null) return fail({ kind: "not-found", what: "sample" });
    const parts = this.#ownParts(request);
    const compared = this.#parts.accepted.compare(request.requester.serverId, parts);
    return ok(compared.filter((part) => !isSaidTwice(part, compared)));
  }

  /** Accepts the system texts and tools of a program's request as its own. @param hash of the request that the user saw */
  accept(requestId: string, hash: string): Outcome<null, Failure> {
    const request = this.#requestOf(requestId);
    if (request === null) return fail({ kind: "not-found", what: "sample" });
    if (request.askedHash !== hash) return fail({ kind: "stale" });
    const { accepted, clock, note } = this.#parts;
    const { serverId: id } = request.requester;
    const parts = this.#ownParts(request);
    const shown = parts.filter((part) => !isSaidTwice(part, parts));
    const tools = shown.filter(({ kind }) => kind === "tool").length;
    const facts = { program: id, texts: shown.length - tools, tools };
    const done = accepted.accept(id, parts, clock.nowMs(), () => note("prompt-accepted", facts));
    return this.#changedAccepted(id, done);
  }

  /** Nothing of the program is accepted any more. */
  deleteAccepted(id: string): Outcome<null, Failure> {
    if (this.#parts.accepted.countOf(id) === null) return ok(null);
    const deleted = this.#changedAccepted(id, this.#parts.accepted.delete(id));
    const noted = deleted.ok ? this.#parts.note("prompt-deleted", { program: id }) : deleted;
    if (!noted.ok) this.#parts.fault(noted.failure);
    return deleted;
  }

  acceptedOf(id: string): ((part: OwnPart) => boolean) | null {
    return this.#parts.accepted.of(id);
  }

  #changedAccepted(id: string, done: Outcome<null, Failure>): Outcome<null, Failure> {
    if (!done.ok) return done;
    this.#parts.desk.scanner.scanAgain(id);
    this.#push();
    return done;
  }

  /** Null if it is none of a program. */
  #requestOf(requestId: string): HeldRequest | null {
    const request = this.#parts.desk.request(requestId);
    const isOurs = this.#programs.some(({ id }) => id === request?.requester.serverId);
    return request !== undefined && isOurs ? request : null;
  }

  /** Of the request as it came. */
  #ownParts({ proposed, asked }: HeldRequest): OwnPart[] {
    return ownPartsOf((proposed ?? asked) as JsonObject);
  }

  /** A server's program may have come back with it, and can do no more than it. */
  serverChanged(): void {
    this.#push();
  }

  /** The server was removed: its program is refused from now on, and its requests end. That can be undone. */
  serverRemoved(serverId: string): void {
    for (const program of this.#programs)
      if (program.serverId === serverId) this.#parts.held.end(program.id);
    this.#changed();
  }

  /** The removal of the server is final: its program is removed, too. */
  serverDeleted(serverId: string): void {
    const rest = this.#programs.filter((program) => program.serverId !== serverId);
    if (rest.length === this.#programs.length) return;
    const saved = this.#save(rest);
    if (!saved.ok) this.#parts.fault(saved.failure);
  }

  /** Creates a program for a server that runs as a command, and passes its token in the server's environment. */
  async give(serverId: string, input: ProgramInput): Promise<Outcome<null, Failure>> {
    const server = this.#parts.servers.views().find(({ id }) => id === serverId);
    if (server?.endpoint.kind !== "stdio") return fail({ kind: "not-found", what: "server" });
    const made = await this.#make(input, serverId);
    if (!made.ok) return made;
    const names = new Set(made.value.lines.map(({ name }) => name));
    const env: NamedValueInput[] = [
      // Null keeps what is stored.
      ...server.endpoint.env
        .filter(({ name }) => !names.has(name))
        .map((one) => ({ ...one, value: one.secret ? null : one.value })),
      ...made.value.lines,
    ];
    const { name, era } = server;
    const endpoint = { ...server.endpoint, env };
    const updated = this.#parts.servers.update(serverId, { name, era, endpoint });
    const { id } = made.value;
    if (!updated.ok) {
      this.remove(id);
      return updated;
    }
    // A server has one program: the token of an earlier one is refused from now on.
    return this.#save(
      this.#programs.filter((program) => program.id === id || program.serverId !== serverId),
    );
  }

  /** The program whose token this agent has in its own settings. */
  ofAgent = (agent: AgentId): StoredProgram | undefined =>
    this.#programs.find(({ link }) => link?.agent === agent);

  /** Gives an agent's program this token; creates the program, which holds everything, if there is none. */
  giveAgent(name: string, link: AgentLink, token: string): Outcome<null, Failure> {
    const { tokens, clock } = this.#parts;
    const given = { link, tokenHash: tokens.hash(token) };
    const own = this.ofAgent(link.agent);
    const others = this.#programs.filter((one) => one !== own);
    if (own !== undefined) return this.#save([...others, { ...accepted(own), ...given }]);
    const made = { id: clock.newId(), serverId: null, createdAtMs: clock.nowMs(), usedAtMs: null };
    return this.#save([...others, { ...programInputSchema.parse({ name }), ...made, ...given }]);
  }

  /** Checks the token of a request; null: no program has it. */
  admit(token: string): AdmittedProgram | "expired" | null {
    const { tokens, clock } = this.#parts;
    const program = this.#programs.find(({ tokenHash }) => tokens.isToken(token, tokenHash));
    if (program === undefined || !this.#hasServer(program)) return null;
    const { id, name, serverId, expiresAtMs, usedAtMs } = program;
    const nowMs = clock.nowMs();
    if (expiresAtMs !== null && expiresAtMs <= nowMs) return "expired";
    this.#requests.set(id, (this.#requests.get(id) ?? 0) + 1);
    if (usedAtMs === null || nowMs - usedAtMs > USED_EVERY_MS) {
      program.usedAtMs = nowMs;
      // It is only shown: if it cannot be written now, the next change writes it.
      this.#parts.store.save(this.#programs);
      if (program.link !== undefined) this.#parts.agentCalled();
    }
    this.#changed();
    return { id, name, serverId };
  }

  /**
   * The policy of a program, in place of a server's; null if there is no such program. A server's own program may do
   * no more than the server.
   */
  policyOf(id: string): (ServerPolicy & { models: ModelPolicy }) | null {
    const program = this.#programs.find((one) => one.id === id);
    if (program === undefined) return null;
    const { policy, serverId, mode } = program;
    const server = serverId === null ? defaultPolicy : this.#parts.servers.policyOf(serverId);
    const own = mode === "hold" ? "review" : "as-set";
    return {
      ...policy,
      control: stricterControl(own, server?.control ?? "stopped"),
      models: { ...policy.models, within: server?.models.allowed ?? [] },
      // A program asks of itself: what is about a server's calls does not apply.
      unasked: "ask",
      ambiguous: "ask",
    };
  }

  /** For rules bound to a program; null if there is no such program. A new token does not change it. */
  standing(id: string): ServerStanding | null {
    const names = this.#programs.map((program) => ({
      id: program.id,
      name: foldValue(program.name),
    }));
    const own = names.find((one) => one.id === id);
    if (own === undefined) return null;
    const others = [
      ...names.filter((one) => one !== own).map(({ name }) => name),
      ...this.#parts.servers.views().map(({ name }) => foldValue(name)),
    ];
    const identity = this.#parts.tokens.hash(`program ${id}`);
    return { identity, name: others.includes(own.name) ? "shared" : "own" };
  }

  /** For programs that are watched or only asked about for tool calls, unless their server's own setting is stricter. */
  permissionOf(id: string): StandingPermission | null {
    const program = this.#programs.find((one) => one.id === id);
    if (program === undefined || this.policyOf(id)?.control !== "as-set") return null;
    const { name, mode, redact, passes, passesSides: sides, link } = program;
    const hook = this.#hookOf(link);
    if (mode === "calls") return { id, name, redact, terms: { passes, sides, hook } };
    return mode === "watch" ? { id, name, redact } : null;
  }

  /** While the user has an agent checked, the model calls that this takes pass: what they say comes from Countersign. */
  permissionFor(id: string, body: string): StandingPermission | null {
    const program = this.#programs.find((one) => one.id === id);
    if (program?.link === undefined) return null;
    const passes = this.#parts.requesters.checkPermission(program.link.agent, body);
    return passes && { ...passes, redact: program.redact };
  }

  #push(): void {
    this.#parts.audience.pushLatest("programs", () => ({
      kind: "programs",
      programs: this.view(),
    }));
  }

  #changed(): void {
    this.#push();
    for (const follow of this.#followers) follow();
  }

  /** False once its server has been removed. */
  #hasServer({ serverId }: Pick<StoredProgram, "serverId">): boolean {
    return serverId === null || this.#parts.servers.policyOf(serverId) !== null;
  }

  async #make(
    input: ProgramInput,
    serverId: string | null,
  ): Promise<Outcome<ProgramToken, Failure>> {
    const base = await this.#parts.port.base();
    if (!base.ok) return base;
    const { tokens, clock } = this.#parts;
    const [id, token] = [clock.newId(), tokens.make()];
    const saved = this.#save([
      ...this.#programs,
      {
        ...input,
        id,
        serverId,
        tokenHash: tokens.hash(token),
        createdAtMs: clock.nowMs(),
        usedAtMs: null,
      },
    ]);
    return saved.ok ? ok(tokenFor(id, token, base.value)) : saved;
  }

  #save(programs: StoredProgram[]): Outcome<null, Failure> {
    const saved = this.#parts.store.save(programs);
    if (!saved.ok) return saved;
    const gone = this.#programs.filter(({ id }) => programs.every((one) => one.id !== id));
    this.#programs = programs;
    for (const { id } of gone) {
      this.#parts.held.end(id);
      const deleted = this.#parts.accepted.delete(id);
      if (!deleted.ok) this.#parts.fault(deleted.failure);
    }
    this.#changed();
    return ok(null);
  }
}

/** The user has set it. */
const accepted = ({ unaccepted: _flag, ...program }: StoredProgram): StoredProgram => program;

const tokenFor = (id: string, token: string, baseUrl: string): ProgramToken => ({
  id,
  token,
  baseUrl,
  lines: environmentLines(baseUrl, token),
});
