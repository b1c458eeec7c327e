// The agents of this computer with their three doors, and setting them up: several files as one change.
import type {
  AgentRow,
  AgentSetup,
  Door,
  SetupChanges,
  ToolsDoor,
} from "#shared/agents/agentRow.ts";
import type { AgentState, AgentView } from "#shared/agents/agentView.ts";
import { AGENT_TABLES, tableOf } from "#shared/agents/tables.ts";
import type { HostView } from "#shared/gateway/gatewayView.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { maskedText } from "#shared/servers/config/masking.ts";
import type { GatewayService } from "../gateway/gateway.ts";
import type { Tokens } from "../gateway/gatewayPorts.ts";
import type { AgentFiles, AgentUse, DoorPlan } from "./agentPorts.ts";
import type { AgentsService } from "./agents.ts";

export interface AgentDoorsParts {
  agents: AgentsService;
  gateway: Pick<GatewayService, "view" | "wrappedIn" | "plan" | "set">;
  files: AgentFiles;
  uses: AgentUse;
  tokens: Pick<Tokens, "hash">;
}

/** A change of one file for one door. */
interface Step {
  file: string;
  door: Door;
  /** What it makes of the file as `files` has it. Changes nothing. */
  plan(files: Pick<AgentFiles, "read">): Promise<Outcome<DoorPlan, Failure>>;
  /** Makes it, if the file has this hash. Returns the ids of servers that need approval. */
  apply(hash: string | null): Promise<Outcome<string[], Failure>>;
}

type Hashes = Readonly<Record<string, string | null>>;

/** Hosts with a window of their own. */
const WINDOWS = /^(Claude Desktop|VS Code.*|VSCodium|Cursor|Windsurf)$/;
/** The order in which doors are set up; undone in the other: what is left half done holds more, not less. */
const ORDER: readonly Door[] = ["tools", "servers", "calls"];

const NOT_FOUND = fail({ kind: "not-found", what: "agent" } as const);

export class AgentDoors {
  readonly #parts: AgentDoorsParts;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: AgentDoorsParts) {
    this.#parts = parts;
  }

  /** Every agent that is on this computer, has servers, or is set up. */
  async list(): Promise<AgentRow[]> {
    const [views, { hosts }] = await Promise.all([
      this.#parts.agents.view(),
      this.#parts.gateway.view(),
    ]);
    const names = new Set([...views.map(({ name }) => name), ...hosts.map((one) => one.program)]);
    return Promise.all(
      [...names].map(async (name): Promise<AgentRow> => {
        const view = views.find((one) => one.name === name);
        return {
          name,
          agent: view?.agent ?? null,
          version: view?.version ?? null,
          hasWindow: WINDOWS.test(name),
          usedAtMs: await this.#parts.uses.lastAtMs(name),
          lastRequestMs: null,
          tools: view === undefined ? null : toolsDoor(view),
          servers: hosts.filter(({ program }) => program === name),
          calls: null,
          changed: [],
        };
      }),
    );
  }

  /** What `setUp` would change: each file once, before and after. Changes nothing. */
  async previewSetup(name: string, setup: AgentSetup): Promise<Outcome<SetupChanges, Failure>> {
    const steps = await this.#stepsOf(name, setup);
    return steps.ok ? this.#preview(steps.value) : steps;
  }

  /** Has exactly these doors lead to Countersign. Fails as `stale` unless `hashes` are those of the preview. */
  setUp(
    name: string,
    setup: AgentSetup,
    hashes: Hashes,
  ): Promise<Outcome<{ confirm: string[] }, Failure>> {
    return this.#inTurn(async () => {
      const steps = await this.#stepsOf(name, setup);
      if (!steps.ok) return steps;
      const made = await this.#make(steps.value, hashes);
      return made.ok ? ok({ confirm: made.value }) : made;
    });
  }

  /** What `undo` would change. */
  async previewUndo(name: string, doors: readonly Door[]): Promise<Outcome<SetupChanges, Failure>> {
    const steps = await this.#undoSteps(name, doors);
    return steps.ok ? this.#preview(steps.value) : steps;
  }

  /** Has these doors be as they were before Countersign, as previewed. */
  undo(name: string, doors: readonly Door[], hashes: Hashes): Promise<Outcome<null, Failure>> {
    return this.#inTurn(async () => {
      const steps = await this.#undoSteps(name, doors);
      if (!steps.ok) return steps;
      const made = await this.#make(steps.value, hashes);
      return made.ok ? ok(null) : made;
    });
  }

  /** What has to change so that exactly this is set up. */
  async #stepsOf(name: string, setup: AgentSetup): Promise<Outcome<Step[], Failure>> {
    const hosts = await this.#hostsOf(name);
    const table = AGENT_TABLES.find((one) => one.name === name);
    const isKnown = setup.servers.every(({ file }) => hosts.some((host) => host.file === file));
    if (!isKnown || (setup.tools !== null && table === undefined)) return NOT_FOUND;
    const sets: Step[] = [];
    const undoes: Step[] = [];
    if (table !== undefined && !this.#parts.agents.isSet(table.id, setup.tools))
      (setup.tools === null ? undoes : sets).push(await this.#toolsStep(name, setup.tools));
    for (const { file, servers } of hosts) {
      const paths = setup.servers.filter((one) => one.file === file).map(({ path }) => path);
      const leads = servers.filter(({ state }) => state === "through" || state === "after-restart");
      const isAsIs =
        sameTexts(
          paths,
          leads.map(({ path }) => path),
        ) && sameTexts(paths, this.#parts.gateway.wrappedIn(file));
      if (!isAsIs) (paths.length === 0 ? undoes : sets).push(this.#serversStep(file, paths));
    }
    return ok([...sorted(sets), ...sorted(undoes).toReversed()]);
  }

  async #undoSteps(name: string, doors: readonly Door[]): Promise<Outcome<Step[], Failure>> {
    const table = AGENT_TABLES.find((one) => one.name === name);
    const hosts = await this.#hostsOf(name);
    const steps: Step[] = [];
    if (table !== undefined && doors.includes("tools") && !this.#parts.agents.isSet(table.id, null))
      steps.push(await this.#toolsStep(name, null));
    for (const { file } of doors.includes("servers") ? hosts : [])
      if (this.#parts.gateway.wrappedIn(file).length > 0) steps.push(this.#serversStep(file, []));
    return steps.length === 0 ? NOT_FOUND : ok(sorted(steps).toReversed());
  }

  async #hostsOf(name: string): Promise<HostView[]> {
    const { hosts } = await this.#parts.gateway.view();
    return hosts.filter(({ program }) => program === name);
  }

  async #toolsStep(name: string, choices: AgentSetup["tools"]): Promise<Step> {
    const { agents } = this.#parts;
    const agent = AGENT_TABLES.find((one) => one.name === name)?.id ?? "claude-code";
    return {
      file: await agents.fileOf(agent),
      door: "tools",
      plan: (files) => agents.plan(agent, choices, files),
      async apply(hash) {
        const done = await (choices === null
          ? agents.undo(agent, hash)
          : agents.set(agent, choices, hash));
        return done.ok ? ok([]) : done;
      },
    };
  }

  #serversStep(file: string, paths: AgentSetup["servers"][number]["path"][]): Step {
    const { gateway } = this.#parts;
    return {
      file,
      door: "servers",
      plan: (files) => gateway.plan(file, paths, files),
      apply: (hash) => gateway.set(file, paths, hash ?? ""),
    };
  }

  async #preview(steps: readonly Step[]): Promise<Outcome<SetupChanges, Failure>> {
    const planned = await this.#planned(steps);
    if (!planned.ok) return planned;
    return ok(
      planned.value.files.map(({ file, before, text, backup, plans }) => {
        const hide = hider(plans);
        return {
          file,
          hash: before?.hash ?? null,
          backup,
          before: hide(before?.text ?? ""),
          after: hide(text ?? ""),
        };
      }),
    );
  }

  /** The changes of all steps, each on what the steps before it leave. */
  async #planned(steps: readonly Step[]): Promise<Outcome<Planned, Failure>> {
    const files = new Map<string, PlannedFile>();
    const hashes: (string | null)[] = [];
    const { tokens, files: real } = this.#parts;
    const overlay: Pick<AgentFiles, "read"> = {
      async read(file) {
        const change = files.get(file);
        if (change === undefined) return real.read(file);
        const { text } = change;
        return ok(text === null ? null : { text, hash: tokens.hash(text) });
      },
    };
    for (const step of steps) {
      const { file } = step;
      const found = await overlay.read(file);
      if (!found.ok) return found;
      hashes.push(found.value?.hash ?? null);
      const plan = await step.plan(overlay);
      if (!plan.ok) return plan;
      const known = files.get(file) ?? { file, before: found.value, backup: null, plans: [] };
      const { text, backup } = plan.value;
      const plans = [...known.plans, plan.value];
      files.set(file, { ...known, text, backup: known.backup ?? backup, plans });
    }
    return ok({ files: [...files.values()], hashes });
  }

  /** Makes the changes if `hashes` are those of exactly these files, all of which are looked at first. */
  async #make(steps: readonly Step[], hashes: Hashes): Promise<Outcome<string[], Failure>> {
    const planned = await this.#planned(steps);
    if (!planned.ok) return planned;
    const { files } = planned.value;
    const isAsShown =
      files.length === Object.keys(hashes).length &&
      files.every(({ file, before }) => hashes[file] === (before?.hash ?? null));
    if (!isAsShown) return fail({ kind: "stale" });
    const confirm: string[] = [];
    for (const [at, step] of steps.entries()) {
      const done = await step.apply(planned.value.hashes[at] ?? null);
      if (!done.ok) {
        const changed = new Set(steps.slice(0, at).map(({ file }) => file));
        if (changed.size === 0) return done;
        const rest = steps.map(({ file }) => file).filter((file) => !changed.has(file));
        const because = done.failure;
        const unchanged = [...new Set(rest)];
        return fail({ kind: "setup-incomplete", changed: [...changed], unchanged, because });
      }
      confirm.push(...done.value);
    }
    return ok([...new Set(confirm)]);
  }

  /** One change after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

interface PlannedFile {
  file: string;
  before: { text: string; hash: string } | null;
  text: string | null;
  backup: string | null;
  plans: readonly DoorPlan[];
}

interface Planned {
  files: PlannedFile[];
  /** Of its file as each step finds it. */
  hashes: (string | null)[];
}

const sameTexts = (a: readonly unknown[], b: readonly unknown[]): boolean => {
  const texts = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted();
  return JSON.stringify(texts(a)) === JSON.stringify(texts(b));
};

const sorted = (steps: readonly Step[]): Step[] =>
  steps.toSorted((a, b) => ORDER.indexOf(a.door) - ORDER.indexOf(b.door));

/** Masks what the doors know as secrets, and what looks like one; our own ids are none. */
function hider(plans: readonly DoorPlan[]): (whole: string) => string {
  const ids = [...new Set(plans.flatMap((plan) => plan.ids))];
  return (whole) => {
    const hidden = plans.reduce((text, plan) => plan.hide(text), whole);
    return apart(hidden, ids);
  };
}

function apart(text: string, [id, ...more]: readonly string[]): string {
  if (id === undefined) return maskedText(text);
  return text
    .split(id)
    .map((part) => apart(part, more))
    .join(id);
}

function toolsDoor({
  agent,
  choices,
  hasPermission,
  blocksOnFailure,
  ...view
}: AgentView): ToolsDoor {
  const { limitMs, unitMs } = tableOf(agent).hook;
  return {
    state: stateOf(view.state, view.needsNode),
    choices,
    hasPermission,
    blocksOnFailure,
    limitMs: unitMs === null ? null : limitMs,
    canBeChecked: false,
  };
}

function stateOf(state: AgentState, needsNode: boolean): ToolsDoor["state"] {
  switch (state.kind) {
    case "direct":
    case "changed":
      return state;
    case "unheard":
      return { kind: "unchecked", outdated: null, needs: needsNode ? ["node"] : [] };
    case "held":
      return { ...state, check: null };
  }
}
