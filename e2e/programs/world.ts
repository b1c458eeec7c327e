// The app with the programs that the clients use, and a person at the desk who rejects or approves.
import { expect } from "playwright/test";
import { programInputSchema } from "../../src-shared/programs/program.ts";
import type { ProgramInput } from "../../src-shared/programs/program.ts";
import type { HeldRequest } from "../../src-shared/request/life/heldRequest.ts";
import { policySchema } from "../../src-shared/servers/policy/policy.ts";
import type { Desk } from "../support/desk.ts";
import type { ScriptedModel } from "../support/scriptedModel.ts";

/** The prompt of a request that its program leaves while it is held (`clients/steps.mjs`). */
const LEAVE = "Leave me.";
/** What one plain request costs by the scripted provider's count. */
const SPENT = 24;
const many = { perMinute: 100_000 };
/** Each of its programs, by what the clients use it for. */
const PROGRAMS = {
  WATCHED: { mode: "watch", policy: policySchema.parse({ limits: many }) },
  HELD: { mode: "hold", policy: policySchema.parse({ limits: many }) },
  LIMITED: { mode: "watch", policy: policySchema.parse({ limits: { perMinute: 1 } }) },
  BUDGET: {
    mode: "watch",
    policy: policySchema.parse({ limits: { ...many, budgets: { tokens: { day: SPENT } } } }),
  },
} satisfies Record<string, Partial<ProgramInput>>;
export type Use = keyof typeof PROGRAMS;

export class World {
  readonly desk: Desk;
  readonly model: ScriptedModel;
  readonly #tokens = new Map<Use, string>();
  #baseUrl = "";

  constructor(desk: Desk, model: ScriptedModel) {
    this.desk = desk;
    this.model = model;
  }

  async prepare(): Promise<void> {
    await this.desk.useModels(this.model.baseUrl);
    for (const [use, input] of Object.entries(PROGRAMS)) {
      const whole = programInputSchema.parse({ name: use, ...input });
      const { baseUrl, token } = await this.desk.do("programs.add", whole);
      this.#tokens.set(use as Use, token);
      this.#baseUrl = baseUrl;
    }
    // The budget is used up before the first client comes.
    expect(await this.spend("BUDGET")).toBe(200);
  }

  /** One request of a program, as the limit and the budget count it; its status. */
  async spend(use: Use): Promise<number> {
    const { status } = await fetch(`${this.#baseUrl}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#tokens.get(use)}` },
      body: JSON.stringify({
        model: "scripted-1",
        max_tokens: 1,
        messages: [{ role: "user", content: "x" }],
      }),
    });
    return status;
  }

  /** What is set where a client starts: the lines of a program, and the tokens of all. */
  environment(use: Use, model = "scripted-1"): Record<string, string> {
    const token = this.#tokens.get(use) ?? "";
    return {
      MODEL: model,
      OPENAI_BASE_URL: `${this.#baseUrl}/v1`,
      OPENAI_API_KEY: token,
      ANTHROPIC_BASE_URL: this.#baseUrl,
      ANTHROPIC_API_KEY: token,
      ...Object.fromEntries([...this.#tokens].map(([name, value]) => [`${name}_TOKEN`, value])),
    };
  }

  /** Makes the built-in model the default one; returns its name. */
  async useLocal(): Promise<string> {
    const { models } = await this.desk.snapshot();
    const [local] = models.providers.find(({ kind }) => kind === "local")?.models ?? [];
    if (local === undefined) throw new Error("there is no built-in model");
    await this.desk.do("models.setDefault", local.ref);
    return local.name;
  }

  /** How many requests a program has sent in this run of the app. */
  async requestsOf(use: Use): Promise<number> {
    const { programs } = await this.desk.snapshot();
    return programs.find(({ name }) => name === use)?.requests ?? 0;
  }

  async held(): Promise<HeldRequest[]> {
    return (await this.desk.requests()).filter(({ phase }) => phase.kind !== "ended");
  }

  /**
   * Rejects every request that comes until `ended`; returns how many there were. One that its program leaves is not
   * touched: `leave` tells the program, and the request has to end by itself.
   */
  async rejectUntil(ended: Promise<unknown>, leave: () => void = () => {}): Promise<number> {
    let rejected = 0;
    await this.#eachHeld(ended, async (request) => {
      if (JSON.stringify(request.asked).includes(LEAVE)) return this.#isLeft(request, leave);
      try {
        await this.desk.rejectNow();
      } catch (error) {
        // An agent may leave one request once another is rejected.
        if ((await this.held()).some(({ id }) => id === request.id)) throw error;
      }
      rejected += 1;
      return undefined;
    });
    return rejected;
  }

  /** Approves every request, then its response, until `ended`; returns the models that were asked. */
  async approveUntil(ended: Promise<unknown>): Promise<string[]> {
    const asked = new Set<string>();
    await this.#eachHeld(ended, async ({ id }) => {
      await this.desk.decide(this.desk.approve);
      const { attempts } = await this.desk.request(
        (request) => request.id === id && request.phase.kind === "response",
      );
      for (const { model } of attempts) if (model !== null) asked.add(model.modelId);
      await this.desk.decide(this.desk.approve);
    });
    return [...asked];
  }

  /** Opens each held request and waits, after `act`, until it has ended. */
  async #eachHeld(
    ended: Promise<unknown>,
    act: (request: HeldRequest) => Promise<void>,
  ): Promise<void> {
    const run = { isOver: false };
    void ended.finally(() => (run.isOver = true));
    while (!run.isOver) {
      const first = (await this.held()).find(({ requester }) => requester.name === "HELD");
      if (first === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      await this.clear();
      await this.desk.page.locator(`#inbox-${first.id}`).click();
      await act(first);
      await expect
        .poll(async () => (await this.held()).some(({ id }) => id === first.id))
        .toBe(false);
    }
  }

  /** It ends at once, without a model and without a response. */
  async #isLeft({ id }: HeldRequest, leave: () => void): Promise<void> {
    const before = this.model.asked().length;
    leave();
    const left = async (): Promise<HeldRequest | undefined> =>
      (await this.desk.requests()).find((request) => request.id === id);
    await expect
      .poll(async () => (await left())?.phase, { timeout: 10_000 })
      .toMatchObject({
        kind: "ended",
        ending: { kind: "cancelled", because: { kind: "program-left" } },
      });
    expect((await left())?.attempts).toEqual([]);
    expect(this.model.asked().length).toBe(before);
  }

  /** Ended requests leave the list. */
  async clear(): Promise<void> {
    for (const { id, phase } of await this.desk.requests())
      if (phase.kind === "ended") await this.desk.do("desk.dismiss", id);
  }

  /** Nothing is pending or generated any more, here or at the provider. */
  async isQuiet(): Promise<void> {
    await expect.poll(async () => (await this.held()).length, { timeout: 10_000 }).toBe(0);
    await expect.poll(() => this.model.open(), { timeout: 10_000 }).toBe(0);
  }
}
