// Agents' model calls: their own settings that lead to the endpoint, with the token of a program of their own.
import type { AgentId } from "#shared/agents/agent.ts";
import type { CallsDoor } from "#shared/agents/agentRow.ts";
import { CALLS, valueIn, withCalls, withoutCalls } from "#shared/agents/callsConfig.ts";
import { tableOf } from "#shared/agents/tables.ts";
import type { Json } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { MASK } from "#shared/servers/config/masking.ts";
import { tokens } from "../profile/tokens.ts";
import type { LoopbackPort } from "../net/loopbackPort.ts";
import type { StoredProgram } from "../programs/programStore.ts";
import type { ProgramsService } from "../programs/programs.ts";
import { agentFiles } from "./agentFiles.ts";
import type { AgentFiles, DoorPlan } from "./agentFiles.ts";
import type { AgentTraces } from "./agentPlaces.ts";

type FileReader = Pick<AgentFiles, "read">;

interface Made {
  file: string;
  before: { text: string; hash: string } | null;
  text: string;
  /** Where the file as it is now is copied to. */
  copiesTo: string | null;
  /** Its copy from before our first change; null: there was none. */
  backup: string | null;
  baseUrl: string;
  token: string;
}

const NOT_FOUND = fail({ kind: "not-found", what: "agent" } as const);

export class AgentCalls {
  readonly #programs: ProgramsService;
  readonly #traces: AgentTraces;
  readonly #loopback: Pick<LoopbackPort, "base">;
  /** Tokens and backups of changes that were previewed, so that exactly what was shown is written. */
  readonly #offered = new Map<AgentId, { token: string; backup: string }>();

  constructor(
    programs: ProgramsService,
    traces: AgentTraces,
    loopback: Pick<LoopbackPort, "base">,
  ) {
    this.#programs = programs;
    this.#traces = traces;
    this.#loopback = loopback;
  }

  /** Null where no file leads its model calls elsewhere. */
  async door(agent: AgentId): Promise<CallsDoor | null> {
    const table = CALLS[agent];
    if (table === undefined) return null;
    const { provider } = table;
    const program = this.#programs.ofAgent(agent);
    if (program === undefined) return { state: { kind: "direct" }, provider, programId: null };
    const { id, usedAtMs } = program;
    const used =
      usedAtMs === null ? { kind: "unused" as const } : { kind: "held" as const, lastMs: usedAtMs };
    const leadsHere = await this.isSet(agent, true);
    return { state: leadsHere ? used : { kind: "direct" }, provider, programId: id };
  }

  /** The config file, whether or not it exists. */
  async fileOf(agent: AgentId): Promise<string> {
    const set = this.setIn(agent);
    if (set !== null) return set;
    const files = this.#traces.callsFiles(agent);
    for (const file of files) {
      const read = await agentFiles.read(file);
      if (!read.ok || read.value !== null) return file;
    }
    return files.at(-1) ?? "";
  }

  /** The file that was changed for it; null: it is not set up. */
  setIn = (agent: AgentId): string | null => this.#programs.ofAgent(agent)?.link?.file ?? null;

  /** Whether `set`, or `undo`, would leave everything as it is. */
  async isSet(agent: AgentId, isOn: boolean): Promise<boolean> {
    const program = this.#programs.ofAgent(agent);
    if (program?.link === undefined || !isOn) return (program !== undefined) === isOn;
    const { file } = program.link;
    const read = await agentFiles.read(file);
    const text = read.ok ? (read.value?.text ?? null) : null;
    return (
      text !== null &&
      pathsOf(agent).every((path) => this.#isOurs(program, path, valueIn(file, text, path) ?? null))
    );
  }

  /** What `set`, or `undo`, would make of the config as `files` has it. Changes nothing. */
  async plan(
    agent: AgentId,
    isOn: boolean,
    files: FileReader,
  ): Promise<Outcome<DoorPlan, Failure>> {
    if (!isOn) {
      const undone = await this.#undone(agent, files);
      if (!undone.ok) return undone;
      const { file, before, text } = undone.value;
      return ok({ text, backup: null, ...shownBy(agent, file, before?.text ?? null, text) });
    }
    const made = await this.#made(agent, files);
    if (!made.ok) return made;
    const { file, before, text, copiesTo } = made.value;
    return ok({ text, backup: copiesTo, ...shownBy(agent, file, before?.text ?? null, text) });
  }

  /** Leads its model calls here, as planned, if the config has this hash. Creates its program. */
  async set(agent: AgentId, hash: string | null): Promise<Outcome<null, Failure>> {
    const made = await this.#made(agent, agentFiles);
    if (!made.ok) return made;
    const { file, before, text, copiesTo, backup, baseUrl, token } = made.value;
    if ((before?.hash ?? null) !== hash) return fail({ kind: "stale" });
    const written = await agentFiles.replace(file, hash, text, copiesTo);
    if (!written.ok) return written;
    const link = { agent, file, backup, baseUrl };
    const given = this.#programs.giveAgent(tableOf(agent).name, link, token);
    if (!given.ok) {
      await agentFiles.replace(file, written.value, before?.text ?? null, null);
      return given;
    }
    this.#offered.delete(agent);
    return ok(null);
  }

  /** Has its model calls go where they went before, and removes its program. */
  async undo(agent: AgentId, hash: string | null): Promise<Outcome<null, Failure>> {
    const undone = await this.#undone(agent, agentFiles);
    if (!undone.ok) return undone;
    const { file, before, text, program } = undone.value;
    if ((before?.hash ?? null) !== hash) return fail({ kind: "stale" });
    if (text !== (before?.text ?? null)) {
      const written = await agentFiles.replace(file, hash, text, null);
      if (!written.ok) return written;
    }
    return this.#programs.remove(program.id);
  }

  async #made(agent: AgentId, files: FileReader): Promise<Outcome<Made, Failure>> {
    const table = CALLS[agent];
    if (table === undefined) return NOT_FOUND;
    const base = await this.#loopback.base();
    if (!base.ok) return base;
    const file = await this.fileOf(agent);
    const program = this.#programs.ofAgent(agent);
    const read = await files.read(file);
    if (!read.ok) return read;
    const before = read.value;
    const offered = this.#offered.get(agent) ?? {
      token: tokens.make(),
      backup: `${file}.countersign-backup-${Date.now()}-calls`,
    };
    this.#offered.set(agent, offered);
    const { token } = offered;
    const text = withCalls(file, before?.text ?? null, table.values(base.value, token));
    if (text === null) return fail(notInForm(file));
    const copiesTo = before === null ? null : offered.backup;
    const backup = program?.link === undefined ? copiesTo : program.link.backup;
    return ok({ file, before, text, copiesTo, backup, baseUrl: base.value, token });
  }

  async #undone(agent: AgentId, files: FileReader) {
    const program = this.#programs.ofAgent(agent);
    if (program?.link === undefined) return NOT_FOUND;
    const { file, backup } = program.link;
    const read = await files.read(file);
    if (!read.ok) return read;
    const found = read.value;
    if (found === null) return ok({ file, before: null, text: null, program });
    const kept = backup === null ? ok(null) : await files.read(backup);
    if (!kept.ok) return kept;
    const text = withoutCalls(file, found.text, {
      paths: pathsOf(agent),
      before: kept.value?.text ?? null,
      isOurs: (path, value) => this.#isOurs(program, path, value),
    });
    if (text === null) return fail(notInForm(file));
    const isNothing = backup === null && /^\s*(\{\s*\}\s*)?$/.test(text);
    return ok({ file, before: found, text: isNothing ? null : text, program });
  }

  /** Whether this value there is what was written: our address, or the token of this program. */
  #isOurs({ link, tokenHash }: StoredProgram, path: string[], value: Json): boolean {
    if (link === undefined || typeof value !== "string") return false;
    const written = CALLS[link.agent]
      ?.values(link.baseUrl, "")
      .find((one) => one.path.join("\0") === path.join("\0"));
    if (written === undefined) return false;
    return written.value === "" ? tokens.isToken(value, tokenHash) : written.value === value;
  }
}

const pathsOf = (agent: AgentId): string[][] =>
  (CALLS[agent]?.values("", "") ?? []).map(({ path }) => path);

/** Masks the values that stand where the token does, in whatever form. */
const shownBy = (
  agent: AgentId,
  file: string,
  ...texts: (string | null)[]
): Pick<DoorPlan, "ids" | "hide"> => {
  const paths = (CALLS[agent]?.values("", "") ?? []).flatMap((one) =>
    one.value === "" ? [one.path] : [],
  );
  const secrets = texts
    .flatMap((text) => (text === null ? [] : paths.map((path) => valueIn(file, text, path))))
    .filter((value) => typeof value === "string" && value !== "");
  return {
    ids: [],
    hide: (whole) =>
      secrets.reduce<string>(
        (shown, secret) => shown.replaceAll(JSON.stringify(secret).slice(1, -1), MASK),
        whole,
      ),
  };
};

const notInForm = (file: string): Failure => ({
  kind: "config-unreadable",
  file,
  detail: "its settings are not in the form that the agent reads",
});
