// The agents of this computer with their three doors, and setting them up: several files as one change.
import path from "node:path";
import type { AgentId } from "#shared/agents/agent.ts";
import { lineCounts, unifiedDiff } from "#shared/agents/changes.ts";
import { DOORS } from "#shared/agents/agentRow.ts";
import type {
  AgentRow,
  AgentSetup,
  AgentView,
  ChangedFile,
  Door,
  SetupChanges,
  ToolsDoor,
} from "#shared/agents/agentRow.ts";
import { AGENT_TABLES, HOOKED_TABLES, tableOf } from "#shared/agents/tables.ts";
import type { HostView } from "#shared/agents/gateway/gatewayView.ts";
import { kept } from "#shared/agents/gateway/hostEntryText.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { maskedText } from "#shared/servers/config/masking.ts";
import type { GatewayService } from "./gateway/gateway.ts";
import { tokens } from "../profile/tokens.ts";
import type { AgentCalls } from "./agentCalls.ts";
import { agentFiles } from "./agentFiles.ts";
import type { AgentFiles, DoorPlan } from "./agentFiles.ts";
import type { AgentTraces } from "./agentPlaces.ts";
import type { OriginalFile, OriginalStore } from "./originalStore.ts";
import type { AgentsService } from "./agents.ts";

interface Deps {
  agents: AgentsService;
  gateway: GatewayService;
  calls: AgentCalls;
  traces: AgentTraces;
  originals: OriginalStore;
  /** What `list` has said is out of date. */
  changed(): void;
  fault(failure: Failure): void;
}

/** A change of one file for one door. */
interface Step {
  file: string;
  door: Door;
  /** Nothing of the door is left in the file. */
  isUndo: boolean;
  /** What it makes of the file as `files` has it. Changes nothing. */
  plan(files: Pick<AgentFiles, "read">): Promise<Outcome<DoorPlan, Failure>>;
  /** Makes it, as planned, if the file has this hash. Returns the ids of servers that need approval. */
  apply(hash: string | null, text: string | null): Promise<Outcome<string[], Failure>>;
}

type Hashes = Readonly<Record<string, string | null>>;

/** Hosts with a window of their own. */
const WINDOWS = /^(Claude Desktop|VS Code.*|VSCodium|Cursor|Windsurf)$/;
const NOT_FOUND = fail({ kind: "not-found", what: "agent" } as const);

export class AgentDoors {
  readonly #deps: Deps;
  #originals: OriginalFile[];
  readonly faults: Failure[];
  #turn: Promise<unknown> = Promise.resolve();
  /** By door and file: configs can be megabytes, and are listed often. */
  readonly #counted = new Map<string, { hash: string; counted: ChangedFile }>();
  #watched: readonly string[] = [];
  #unwatch: () => void = () => undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { value, faults } = deps.originals.load();
    this.#originals = value.files;
    this.faults = faults;
  }

  /** Every agent that is on this computer, has servers, or is set up. */
  async list(): Promise<AgentRow[]> {
    const [views, { hosts }] = await Promise.all([
      this.#deps.agents.view(),
      this.#deps.gateway.view(),
    ]);
    const names = new Set([...views.map(({ name }) => name), ...hosts.map((one) => one.program)]);
    const rows = await Promise.all([...names].map((name) => this.#row(name, views, hosts)));
    this.#watch(rows);
    return rows;
  }

  /** Says when a file of these rows changes. */
  #watch(rows: readonly AgentRow[]): void {
    const files = rows.flatMap(({ servers, changed }) =>
      [...servers, ...changed].map(({ file }) => file),
    );
    const watched = [...new Set(files)].toSorted();
    if (this.#isClosed || sameTexts(watched, this.#watched)) return;
    this.#unwatch();
    this.#watched = watched;
    this.#unwatch = agentFiles.watch(watched, () => this.#deps.changed());
  }

  /** Resolves once nothing is written any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unwatch();
    await this.#turn;
  }

  async #row(
    name: string,
    views: readonly AgentView[],
    all: readonly HostView[],
  ): Promise<AgentRow> {
    const { agents, gateway, calls, traces } = this.#deps;
    const view = views.find((one) => one.name === name);
    const agent = agentOf(name);
    const servers = all.filter(({ program }) => program === name);
    const door = agent === null ? null : await calls.door(agent);
    const times = [
      agent === null ? null : agents.lastEventMs(agent),
      ...servers.map(({ file }) => gateway.lastCallMs(file)),
      door?.state.kind === "held" ? door.state.lastMs : null,
    ].filter((one) => one !== null);
    return {
      name,
      agent: AGENT_TABLES.find((one) => one.name === name)?.id ?? null,
      version: view?.version ?? null,
      hasWindow: WINDOWS.test(name),
      usedAtMs: await traces.usedAtMs(name),
      lastRequestMs: times.length === 0 ? null : Math.max(...times),
      tools: view === undefined ? null : toolsDoor(view),
      servers,
      calls: door,
      changed: await this.#changed(name, servers),
    };
  }

  /** The files that are not as they would be without each door. */
  async #changed(name: string, hosts: readonly HostView[]): Promise<ChangedFile[]> {
    const steps = await this.#undoes(name, hosts, DOORS);
    return (await Promise.all(steps.map((step) => this.#changedBy(step)))).flat();
  }

  async #changedBy({ file, door, plan }: Step): Promise<ChangedFile[]> {
    const found = await agentFiles.read(file);
    if (!found.ok || found.value === null) return [];
    const { text, hash } = found.value;
    const key = `${door} ${file}`;
    const known = this.#counted.get(key);
    if (known?.hash === hash) return [known.counted];
    const undone = await plan(agentFiles);
    if (!undone.ok) return [];
    const lines = lineCounts(unifiedDiff(undone.value.text ?? "", text));
    const counted = { file, door, ...lines };
    this.#counted.set(key, { hash, counted });
    return [counted];
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
    const { agents, gateway, calls } = this.#deps;
    const hosts = await this.#hostsOf(name);
    const agent = agentOf(name);
    const isKnown = setup.servers.every(({ file }) => hosts.some((host) => host.file === file));
    if (!isKnown || (agent === null && (setup.tools !== null || setup.calls))) return NOT_FOUND;
    const steps: Step[] = [];
    if (agent !== null && !agents.isSet(agent, setup.tools))
      steps.push(await this.#toolsStep(agent, setup.tools));
    // Where it is left to the agent while Countersign is away, the agent has to ask.
    if (agent !== null)
      steps.push(...(await this.#policySteps(agent, setup.tools?.absent === "block")));
    for (const { file, servers } of hosts) {
      const paths = setup.servers.filter((one) => one.file === file).map(({ path }) => path);
      const leads = servers.filter(({ state }) => state === "through" || state === "after-restart");
      const isAsIs =
        sameTexts(
          paths,
          leads.map(({ path }) => path),
        ) && sameTexts(paths, gateway.wrappedIn(file));
      if (!isAsIs) steps.push(this.#serversStep(file, paths));
    }
    if (agent !== null && !(await calls.isSet(agent, setup.calls)))
      steps.push(await this.#callsStep(agent, setup.calls));
    return ok(this.#inOrder(steps));
  }

  async #undoSteps(name: string, doors: readonly Door[]): Promise<Outcome<Step[], Failure>> {
    const steps = await this.#undoes(name, await this.#hostsOf(name), doors);
    return steps.length === 0 ? NOT_FOUND : ok(this.#inOrder(steps));
  }

  async #undoes(name: string, hosts: readonly HostView[], doors: readonly Door[]): Promise<Step[]> {
    const { agents, gateway, calls } = this.#deps;
    const agent = agentOf(name);
    const steps: Step[] = [];
    if (agent !== null && doors.includes("tools") && !agents.isSet(agent, null))
      steps.push(await this.#toolsStep(agent, null));
    if (agent !== null && doors.includes("tools"))
      steps.push(...(await this.#policySteps(agent, false)));
    for (const { file } of doors.includes("servers") ? hosts : [])
      if (gateway.wrappedIn(file).length > 0) steps.push(this.#serversStep(file, []));
    if (agent !== null && doors.includes("calls") && calls.setIn(agent) !== null)
      steps.push(await this.#callsStep(agent, false));
    return steps;
  }

  /** Set up first, then undone; and what is left of a file on which no door remains is what it was before. */
  #inOrder(steps: readonly Step[]): Step[] {
    const sets = sorted(steps.filter(({ isUndo }) => !isUndo));
    const undoes = sorted(steps.filter(({ isUndo }) => isUndo)).toReversed();
    const restored = [...new Set(undoes.map(({ file }) => file))].flatMap((file) => {
      const original = this.#originals.find((one) => one.file === file);
      const isLeft = this.#doorsOn(file).every((door) =>
        undoes.some((one) => one.file === file && one.door === door),
      );
      const isSet = sets.some((one) => one.file === file);
      return original === undefined || !isLeft || isSet ? [] : [this.#restoreStep(original)];
    });
    return [...sets, ...undoes, ...restored];
  }

  #doorsOn(file: string): Door[] {
    const { agents, gateway, calls } = this.#deps;
    const has: Record<Door, boolean> = {
      tools: agents.configs().includes(file),
      servers: gateway.wrappedIn(file).length > 0,
      calls: AGENT_TABLES.some(({ id }) => calls.setIn(id) === file),
    };
    return DOORS.filter((door) => has[door]);
  }

  async #hostsOf(name: string): Promise<HostView[]> {
    const { hosts } = await this.#deps.gateway.view();
    return hosts.filter(({ program }) => program === name);
  }

  async #toolsStep(agent: AgentId, choices: AgentSetup["tools"]): Promise<Step> {
    const { agents } = this.#deps;
    return {
      file: await agents.fileOf(agent),
      door: "tools",
      isUndo: choices === null,
      plan: (files) => agents.plan(agent, choices, files),
      apply: (hash) =>
        withoutIds(choices === null ? agents.undo(agent, hash) : agents.set(agent, choices, hash)),
    };
  }

  /** None where it has no such file, or has it as it is wanted. A file there that is not ours stays. */
  async #policySteps(agent: AgentId, isOn: boolean): Promise<Step[]> {
    const { agents } = this.#deps;
    const { policy } = tableOf(agent);
    if (policy === undefined) return [];
    const file = path.join(path.dirname(await agents.fileOf(agent)), policy.path);
    const found = await agentFiles.read(file);
    const [now, text] = [found.ok ? (found.value?.text ?? null) : "", isOn ? policy.text : null];
    const [mark = ""] = policy.text.split("\n");
    if (now === text || (now !== null && !now.startsWith(mark))) return [];
    return [
      {
        file,
        door: "tools",
        isUndo: !isOn,
        plan: () => Promise.resolve(ok({ text, backup: null, ids: [], hide: (whole) => whole })),
        apply: (hash) => withoutIds(agentFiles.replace(file, hash, text, null)),
      },
    ];
  }

  #serversStep(file: string, paths: AgentSetup["servers"][number]["path"][]): Step {
    const { gateway } = this.#deps;
    return {
      file,
      door: "servers",
      isUndo: paths.length === 0,
      plan: (files) => gateway.plan(file, paths, files),
      apply: (hash) => gateway.set(file, paths, hash ?? ""),
    };
  }

  async #callsStep(agent: AgentId, isOn: boolean): Promise<Step> {
    const { calls } = this.#deps;
    return {
      file: await calls.fileOf(agent),
      door: "calls",
      isUndo: !isOn,
      plan: (files) => calls.plan(agent, isOn, files),
      apply: (hash) => withoutIds(isOn ? calls.set(agent, hash) : calls.undo(agent, hash)),
    };
  }

  /** The exact file of before, if nobody but Countersign has changed it since. */
  #restoreStep({ file, original, writtenHash }: OriginalFile): Step {
    const wanted = async (reader: Pick<AgentFiles, "read">) => {
      const now = await agentFiles.read(file);
      const left = await reader.read(file);
      if (!now.ok || !left.ok) return now.ok ? left : now;
      if ((now.value?.hash ?? null) !== writtenHash) return left;
      const kept = original === null ? null : await agentFiles.read(original.backup);
      const isKept = kept === null || (kept.ok && kept.value?.hash === original?.hash);
      return isKept ? (kept ?? ok(null)) : left;
    };
    return {
      file,
      door: "tools",
      isUndo: true,
      async plan(reader) {
        const text = await wanted(reader);
        if (!text.ok) return text;
        return ok({
          text: text.value?.text ?? null,
          backup: null,
          ids: [],
          hide: (whole) => whole,
        });
      },
      apply: (hash, text) => withoutIds(agentFiles.replace(file, hash, text, null)),
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
    const parts: Planned["parts"] = [];
    const overlay: Pick<AgentFiles, "read"> = {
      async read(file) {
        const change = files.get(file);
        if (change === undefined) return agentFiles.read(file);
        const { text } = change;
        return ok(text === null ? null : { text, hash: tokens.hash(text) });
      },
    };
    for (const step of steps) {
      const { file } = step;
      const found = await overlay.read(file);
      if (!found.ok) return found;
      const plan = await step.plan(overlay);
      if (!plan.ok) return plan;
      parts.push({ step, hash: found.value?.hash ?? null, plan: plan.value });
      const known = files.get(file) ?? { file, before: found.value, backup: null, plans: [] };
      const { text, backup } = plan.value;
      const plans = [...known.plans, plan.value];
      files.set(file, { ...known, text, backup: known.backup ?? backup, plans });
    }
    return ok({ files: [...files.values()], parts });
  }

  /** Makes the changes if `hashes` are those of exactly these files, all of which are looked at first. */
  async #make(steps: readonly Step[], hashes: Hashes): Promise<Outcome<string[], Failure>> {
    const planned = await this.#planned(steps);
    if (!planned.ok) return planned;
    const { files, parts } = planned.value;
    const isAsShown =
      files.length === Object.keys(hashes).length &&
      files.every(({ file, before }) => hashes[file] === (before?.hash ?? null));
    if (!isAsShown) return fail({ kind: "stale" });
    const confirm: string[] = [];
    for (const [at, { step, hash, plan }] of parts.entries()) {
      const isFirst = this.#doorsOn(step.file).length === 0;
      const apply = (): Promise<Outcome<string[], Failure>> => step.apply(hash, plan.text);
      const isTools = step.door === "tools";
      const done = await (isTools ? apply() : this.#deps.agents.withProofKept(step.file, apply));
      if (!done.ok) {
        const changed = new Set(steps.slice(0, at).map(({ file }) => file));
        if (changed.size === 0) return done;
        const rest = steps.map(({ file }) => file).filter((file) => !changed.has(file));
        const because = done.failure;
        const unchanged = [...new Set(rest)];
        return fail({ kind: "setup-incomplete", changed: [...changed], unchanged, because });
      }
      await this.#written(step.file, isFirst, { hash, backup: plan.backup });
      confirm.push(...done.value);
    }
    this.#deps.changed();
    return ok([...new Set(confirm)]);
  }

  /** Keeps what the file was before Countersign. @param before as it was before this step */
  async #written(
    file: string,
    isFirst: boolean,
    before: { hash: string | null; backup: string | null },
  ): Promise<void> {
    const known = this.#originals.find((one) => one.file === file);
    const others = this.#originals.filter((one) => one !== known);
    const read = await agentFiles.read(file);
    const writtenHash = read.ok ? read.value?.hash : undefined;
    const { hash, backup } = before;
    const first =
      hash === null ? { original: null } : backup !== null && { original: { backup, hash } };
    const kept = isFirst ? first : known?.writtenHash === hash && known;
    const isKept = kept && writtenHash !== undefined && this.#doorsOn(file).length > 0;
    this.#originals = isKept ? [...others, { file, ...kept, writtenHash }] : others;
    const saved = this.#deps.originals.save({ files: this.#originals });
    if (!saved.ok) this.#deps.fault(saved.failure);
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
  /** Each step with the hash of its file as it finds it. */
  parts: { step: Step; hash: string | null; plan: DoorPlan }[];
}

/** Null where nothing of its own can be set up: servers only. */
const agentOf = (name: string): AgentId | null =>
  HOOKED_TABLES.find((one) => one.name === name)?.id ?? null;

async function withoutIds(
  done: Promise<Outcome<unknown, Failure>>,
): Promise<Outcome<string[], Failure>> {
  const made = await done;
  return made.ok ? ok([]) : made;
}

const sameTexts = (a: readonly unknown[], b: readonly unknown[]): boolean => {
  const texts = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted();
  return JSON.stringify(texts(a)) === JSON.stringify(texts(b));
};

/** Tools first, and undone last: what is left half done holds more, not less. */
const sorted = (steps: readonly Step[]): Step[] =>
  steps.toSorted((a, b) => DOORS.indexOf(a.door) - DOORS.indexOf(b.door));

/** Masks what the doors know as secrets, and what looks like one; our own ids are none. */
function hider(plans: readonly DoorPlan[]): (whole: string) => string {
  const ids = [...new Set(plans.flatMap((plan) => plan.ids))];
  return (whole) => {
    const hidden = plans.reduce((text, plan) => plan.hide(text), whole);
    return apart(hidden, ids);
  };
}

/** Another preview of the same file follows while the user chooses. */
const masked = kept((text = "") => maskedText(text));

function apart(text: string, [id, ...more]: readonly string[]): string {
  if (id === undefined) return masked(text);
  return text
    .split(id)
    .map((part) => apart(part, more))
    .join(id);
}

const toolsDoor = ({
  agent,
  name: _name,
  version: _version,
  file: _file,
  needsNode: _needsNode,
  ...door
}: AgentView): ToolsDoor => ({
  ...door,
  ...(tableOf(agent).isMeasured ? {} : { isUnmeasured: true }),
});
