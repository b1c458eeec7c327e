// Forty turns of real agents behind *Ask about tool calls*, set up and decided by keyboard alone: one decision to begin, and at
// most one for each tool call that isn't on the list. What the model got is what the agent sent, byte for byte.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import Libsql from "libsql";
import type { Locator } from "playwright/test";
import type { Snapshot } from "../../src-shared/contract/pushes.ts";
import { expect, test } from "../fixtures.ts";
import type { Desk } from "../support/desk.ts";
import { arrowTo, focusIsSeen, tabTo } from "../support/keyboard.ts";
import type { ToolCall } from "./agentModel.ts";
import { obeys, envOf } from "./checked.ts";
import type { More, RealAgent, Run } from "./realAgents.ts";
import { startRecorder } from "./recorder.ts";
import { World } from "./world.ts";

const TURNS = 40;
const WORDS = "Look into the notes instead.";
const REASON = "Ask Ada first, 100 % of it.";
/** Four tries, each of which starts the agent. */
const CHECK_MS = 6 * 60_000;
/** A card that stays so long waits for its user: what passes is there for the time of a scan. */
const STAYS_MS = 2500;

const AGENTS = {
  "claude-code": {
    provider: "anthropic",
    model: "claude-sonnet-4-5",
    settings: ".claude/settings.json",
    isHeld: true,
    // Nothing holds it, and it does nothing.
    idle: { tool: "CronList", input: {} },
  },
  codex: {
    provider: "openai",
    model: "test-model",
    settings: ".codex/config.toml",
    isHeld: false,
    idle: { tool: "exec_command", input: { cmd: "true" } },
  },
  opencode: {
    provider: "openai",
    model: "gpt-5.5",
    settings: ".config/opencode/opencode.json",
    isHeld: true,
    idle: { tool: "glob", input: { pattern: "*.none" } },
  },
} as const;
type Id = keyof typeof AGENTS;

/** Its own settings, so that it calls Countersign's model by itself; `base`: past Countersign's settings, through a recorder. */
async function prepare(id: Id, { agent }: World): Promise<(base: string) => More> {
  const home = path.join(agent.profile, "home");
  switch (id) {
    case "claude-code": {
      const config = {
        hasCompletedOnboarding: true,
        projects: { [agent.project]: { hasTrustDialogAccepted: true } },
      };
      await writeFile(path.join(home, ".claude.json"), JSON.stringify(config));
      // Its settings win over its environment, and these over both.
      const settings = (base: string) => JSON.stringify({ env: { ANTHROPIC_BASE_URL: base } });
      return (base) => ({ args: ["--settings", settings(base)] });
    }
    case "codex":
      return (base) => ({
        args: ["-m", "test-model", "-c", `model_providers.countersign.base_url="${base}/v1"`],
      });
    case "opencode": {
      const own = (options: object) => ({
        model: "openai/gpt-5.5",
        small_model: "openai/gpt-5.5",
        autoupdate: false,
        share: "disabled",
        provider: {
          openai: { npm: "@ai-sdk/openai", options, models: { "gpt-5.5": { name: "gpt-5.5" } } },
        },
      });
      const write = (folder: string, options: object): Promise<void> =>
        writeFile(path.join(folder, "opencode.json"), JSON.stringify(own(options), null, 2));
      await write(path.join(home, ".config/opencode"), {});
      await write(agent.project, {});
      return (base) => {
        const provider = { openai: { options: { baseURL: `${base}/v1` } } };
        return { env: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider }) } };
      };
    }
  }
}

/** What decides about a card. */
interface Card {
  id: string;
  kind: string;
  phase: string;
  /** An action's call, or a response. */
  said: string;
}

/** The open cards. All that the window has is some megabytes by then: it is read in the page. */
function cardsOf({ page }: Desk): Promise<Card[]> {
  return page.evaluate(async () => {
    const got = await window.desk.invoke("app.snapshot");
    const { requests } = (got as { value: Pick<Snapshot, "requests"> }).value;
    return requests
      .filter(({ phase }) => phase.kind === "request" || phase.kind === "response")
      .map(({ id, requestKind = "", phase, attempts, asked }) => ({
        id,
        kind: requestKind,
        phase: phase.kind,
        said: JSON.stringify(requestKind === "action" ? asked : (attempts.at(-1)?.state ?? null)),
      }));
  });
}

/** A person who uses no pointer. */
class Typist {
  readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  get dialog(): Locator {
    return this.desk.page.getByRole("dialog");
  }

  async press(what: Locator, key = "Enter"): Promise<void> {
    await expect(what).toBeEnabled();
    await tabTo(this.desk, what);
    await this.desk.page.keyboard.press(key);
  }

  async choose(name: RegExp): Promise<void> {
    await tabTo(this.desk, this.dialog.getByRole("radio", { checked: true }).first());
    const radio = this.dialog.getByRole("radio", { name });
    if (await radio.isChecked()) return;
    await arrowTo(this.desk, radio);
    await this.desk.page.keyboard.press("Space");
  }

  /** Both doors of the agent in one dialog, with the check where it holds; then its mode. */
  async setUp({ name, trust }: RealAgent, isHeld: boolean): Promise<void> {
    const { page } = this.desk;
    await page.keyboard.press("Control+2");
    await this.press(page.getByRole("row").getByRole("button", { name }));
    const panel = page.getByRole("complementary", { name });
    await this.press(panel.getByRole("button", { name: "Review what it does…" }));
    if (isHeld) await this.choose(/^Commands and changes/);
    await this.press(this.dialog.getByRole("checkbox", { name: /^Hold each turn/ }), "Space");
    await this.press(this.dialog.getByRole("button", { name: /^Change \d/ }));
    await expect(this.dialog).toContainText("is set up");
    await expect(this.dialog).toContainText("pass without your approval");
    if (isHeld) {
      await trust();
      await this.press(this.dialog.getByRole("button", { name: "Check now" }));
      await expect(this.dialog).toContainText(`${name} is held`, { timeout: CHECK_MS });
    }
    await this.press(this.dialog.getByRole("button", { name: isHeld ? "Done" : "Not now" }));
    await expect(this.dialog).toHaveCount(0);
    await this.press(panel.getByRole("button", { name: "Mode and limits…" }));
    await this.choose(/^Ask about tool calls/);
    await this.press(
      this.dialog.getByRole("checkbox", { name: /^Pass requests for a title/ }),
      "Space",
    );
    await this.press(this.dialog.getByRole("button", { name: "Save" }));
    await this.press(this.dialog.getByRole("button", { name: "Ask about tool calls" }));
    await expect(this.dialog).toHaveCount(0);
    await page.keyboard.press("Control+1");
  }

  async #open({ id }: Card): Promise<void> {
    const { page } = this.desk;
    const selected = page.locator(`#inbox-${id}[aria-selected=true]`);
    await expect(async () => {
      if ((await selected.count()) === 0) await page.keyboard.press("n");
      await expect(selected).toHaveCount(1, { timeout: 1000 });
    }).toPass();
  }

  async #isOpen({ id, phase }: Card): Promise<boolean> {
    return (await cardsOf(this.desk)).some((one) => one.id === id && one.phase === phase);
  }

  /** Decides about a card until it counts: the first presses may only lead to its findings. */
  async decide(card: Card, press: () => Promise<void>): Promise<void> {
    for (let pressed = 0; pressed < 10 && (await this.#isOpen(card)); pressed += 1) {
      await expect(this.#primary).toBeEnabled();
      await press();
      await this.desk.page.waitForTimeout(1000);
    }
    await expect.poll(() => this.#isOpen(card)).toBe(false);
  }

  get #primary(): Locator {
    return this.desk.page.getByRole("button", {
      name: /^(Approve & (generate|reply)|Allow|Review findings)/,
    });
  }

  async handle(card: Card): Promise<void> {
    const { page } = this.desk;
    const { keyboard } = page;
    await this.#open(card);
    const { said } = card;
    const isResponse = card.phase === "response";
    const isAction = card.kind === "action";
    const accept = page.getByRole("button", { name: "Accept as its own…" });
    const passes = page.getByText("passes by the program’s list");
    if (!isAction && !isResponse && (await accept.count()) > 0) {
      await this.press(accept);
      await this.press(this.dialog.getByRole("button", { name: "Accept" }));
      await expect(this.dialog).toHaveCount(0);
      await focusIsSeen(this.desk, "after its prompt was accepted");
    }
    if (isResponse && said.includes("take-out")) {
      await this.press(page.getByRole("button", { name: "Take out…" }).last());
      await keyboard.type(WORDS);
      await keyboard.press("Enter");
      await expect(page.getByRole("button", { name: "Take out…" })).toHaveCount(1);
      await focusIsSeen(this.desk, "after a call was taken out");
    } else if (isResponse && said.includes("notes0.md") && (await passes.count()) === 0) {
      await this.press(page.getByRole("button", { name: /^Always pass .* with these/ }));
      await expect(passes).toBeVisible();
    }
    if ((isAction || isResponse) && said.includes("touch rejected"))
      await this.decide(card, async () => {
        await keyboard.press("Control+Shift+X");
        await keyboard.type(REASON);
        const tells = page.getByRole("checkbox", { name: /program/i });
        if ((await tells.count()) > 0) await this.press(tells, "Space");
        await this.press(page.getByRole("button", { name: /^Reject(?!…)/ }));
      });
    else await this.decide(card, () => keyboard.press("Control+Enter"));
  }

  /** Whatever stays in the inbox, until the agent has ended. */
  async work({ ended }: Run): Promise<{ output: string; handled: Card[] }> {
    const run = { isOver: false };
    void ended.finally(() => (run.isOver = true));
    const since = new Map<string, number>();
    const handled: Card[] = [];
    while (!run.isOver) {
      await this.desk.page.waitForTimeout(500);
      const due = (await cardsOf(this.desk)).find(({ id, phase }) => {
        const key = `${id} ${phase}`;
        const firstMs = since.get(key) ?? performance.now();
        since.set(key, firstMs);
        return performance.now() - firstMs > STAYS_MS;
      });
      if (due === undefined) continue;
      await this.handle(due);
      handled.push(due);
    }
    return { output: (await ended).output, handled };
  }
}

/** Forty turns: mostly one harmless read, which is put on the list; the rest is decided about. */
function scriptOf(id: Id, agent: RealAgent): ToolCall[][] {
  const { isHeld, idle } = AGENTS[id];
  const read = agent.read("notes0.md");
  const taken: ToolCall = { ...idle, input: { ...idle.input, description: "take-out" } };
  return Array.from({ length: TURNS }, (_one, at): ToolCall[] => {
    if (at === 9) return [read, taken];
    // A rejected response is the end of Codex's turn; a rejected action is told to its model.
    if (at === (isHeld ? 14 : TURNS - 1)) return [agent.command("touch rejected")];
    if (at === 19) return [read, agent.command(`echo ${at} >> ran.txt`)];
    return at % 5 === 4 ? [agent.command(`echo ${at} >> ran.txt`)] : [read];
  });
}

interface Rows {
  /** Decisions of the user: at gate 1, gate 2, about actions. */
  begun: number;
  /** Names of the permission under which attempts were started. */
  permissions: Set<string>;
  passed: number;
}

/** Who started the generations of program requests, by the ledger. */
function startedBy(profile: string): Rows {
  const database = new Libsql(path.join(profile, "ledger.db"), { readonly: true, timeout: 5000 });
  try {
    const rows = database
      .prepare("SELECT facts FROM event WHERE kind = 'request-approved' ORDER BY seq")
      .raw()
      .all() as [string][];
    const all = rows.map(([facts]) => JSON.parse(facts) as { by?: { kind: string; id?: string } });
    const ruled = all.filter(({ by }) => by?.kind === "rule");
    return {
      begun: all.length - ruled.length,
      permissions: new Set(ruled.map(({ by }) => by?.id?.split(".")[0] ?? "")),
      passed: ruled.filter(({ by }) => by?.id?.startsWith("calls.")).length,
    };
  } finally {
    database.close();
  }
}

/** Without what Countersign leaves out and names: a tool that would run at the provider. */
function withoutWebSearch(body: string): string {
  const { tools = [] } = JSON.parse(body) as { tools?: { type?: string }[] };
  const search = tools.filter(({ type }) => type?.startsWith("web_search"));
  return search.reduce((text, tool) => {
    const written = JSON.stringify(tool);
    return text.replace(`,${written}`, "").replace(`${written},`, "");
  }, body);
}

/** Codex writes fields that say only who asks in another order each time. */
function saidIn(body: string): string {
  const { messages, input } = JSON.parse(body) as { messages?: unknown; input?: unknown };
  return JSON.stringify(messages ?? input ?? null);
}

const isTurn = (body: string): boolean => /"(messages|input)":/.test(body);

async function openDesk(
  id: Id,
  world: World,
  open: (options: object) => Promise<Desk>,
): Promise<Typist> {
  const { agent, model } = world;
  const desk = await open({ profile: agent.profile, advance: true, env: envOf(world) });
  const input = { kind: AGENTS[id].provider, name: "Scripted", baseUrl: model.baseUrl, key: "k" };
  const providerId = await desk.do("models.addProvider", input);
  await expect
    .poll(async () => {
      const { models } = await desk.snapshot();
      return models.providers.find((one) => one.id === providerId)?.models.map(({ name }) => name);
    })
    .toContain(AGENTS[id].model);
  obeys(world);
  const typist = new Typist(desk);
  await typist.setUp(agent, AGENTS[id].isHeld);
  return typist;
}

for (const id of Object.keys(AGENTS) as Id[]) {
  test(`${id}: forty turns cost one decision, and one for each call off the list, by keyboard @hosts @long`, async ({
    open,
    later,
  }) => {
    test.setTimeout(30 * 60_000);
    const world = await World.open(id, later);
    const { agent, model } = world;
    const more = await prepare(id, world);
    await world.write("notes0.md", `# Notes\n\n${"A line of the notes.\n".repeat(90)}`);
    const typist = await openDesk(id, world, open);
    const settings = path.join(agent.profile, "home", AGENTS[id].settings);
    const [base = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(await readFile(settings, "utf8")) ?? [];
    const recorder = await startRecorder(base);
    later(() => recorder.close());

    const script = scriptOf(id, agent);
    const checked = startedBy(agent.profile);
    const startMs = performance.now();
    const run = world.play({ main: script }, more(recorder.base));
    const { output, handled } = await typist.work(run);
    process.stdout.write(
      `${id}: ${handled.length} decisions, ${Math.round((performance.now() - startMs) / 1000)} s\n`,
    );

    // One to begin, and one for each call that isn't on the list: the first read, by which it came there, is one.
    const read = JSON.stringify(agent.read("notes0.md"));
    const off = script.flat().filter((call) => JSON.stringify(call) !== read).length + 1;
    const listed = handled.map(({ kind, phase, said }) => `${kind} ${phase} ${said.slice(0, 300)}`);
    expect(handled.length, `${listed.join("\n")}\n${output}`).toBeLessThanOrEqual(1 + off);
    const kinds = handled.map(({ kind, phase }) => `${kind} ${phase}`);
    expect(kinds.filter((kind) => kind === "completion request")).toHaveLength(1);
    const rows = startedBy(agent.profile);
    expect(rows.begun - checked.begun).toBe(1);
    expect(rows.passed).toBeGreaterThanOrEqual(TURNS - 1);
    expect([...rows.permissions].toSorted()).toEqual(
      AGENTS[id].isHeld ? ["calls", "choice"] : ["calls"],
    );

    // What the model got is what the agent sent. Codex sends a rejected turn again, which is answered at once.
    const sent = recorder.bodies
      .filter(isTurn)
      .filter((body, at, all) => saidIn(body) !== saidIn(all[at - 1] ?? "{}"));
    expect(sent.length).toBeGreaterThanOrEqual(TURNS);
    const got = model.seen.filter(({ method, text }) => method === "POST" && isTurn(text));
    expect(got.map(({ text }) => text)).toEqual(sent.map(withoutWebSearch));

    // What was decided is what happened.
    const ran = Array.from({ length: TURNS }, (_one, at) => at).filter((at) => at % 5 === 4);
    const undone = AGENTS[id].isHeld ? [9, 14] : [9, TURNS - 1];
    const lines = ran.filter((at) => !undone.includes(at)).map(String);
    expect((await world.read("ran.txt")).trim().split("\n")).toEqual(lines);
    expect(world.has("rejected")).toBe(false);
    expect(sent.at(-1)).toContain(WORDS);
    expect(sent.at(-1)).not.toContain("take-out");
    const told = AGENTS[id].isHeld ? (sent.at(-1) ?? "") : output;
    expect(told).toContain(REASON);
    if (AGENTS[id].isHeld) expect(output).toContain("END");
  });
}
