// The running app as a user sees it, in the words of its screens, and through its own contract. Tests prepare
// things over the contract, which is quick, and do on screen what they are about.
import { expect, type ElectronApplication, type Locator, type Page } from "playwright/test";
import type { Args, Channel, Result, Results } from "../../src-shared/contract/contract.ts";
import type { Snapshot } from "../../src-shared/contract/pushes.ts";
import type { ModelRef } from "../../src-shared/models/model.ts";
import type { HeldRequest } from "../../src-shared/request/life/heldRequest.ts";
import { sideRows } from "../../src-shared/settings/settings.ts";
import type { RunView, ServerView } from "../../src-shared/servers/server.ts";
import type { ServerInput } from "../../src-shared/servers/config/input.ts";
import type { RunningApp } from "./app.ts";
import { needsPress, press } from "./press.ts";
import { write } from "./write.ts";

type Json = Record<string, unknown>;

/** How long anything with a process or a model may take on a slow machine, in milliseconds. */
const SLOW = { timeout: 20_000, intervals: [20, 20, 30, 30, 50, 50, 100] };

/** How long a button may be disabled, in milliseconds. */
const OFF_MS = 15_000;

/**
 * Waits in the page until a button is enabled. Polling from outside would see the end of the half-second guard late, or cost
 * more than anything else: every query searches the names of the whole window.
 */
async function whenFree(what: Locator): Promise<void> {
  const untilMs = Date.now() + OFF_MS;
  for (;;) {
    const leftMs = untilMs - Date.now();
    const ended = leftMs <= 0 ? "late" : await what.evaluate(watchButton, leftMs);
    if (ended === "free") return;
    // Another button took its place, as when the step changes.
    if (ended === "gone") continue;
    throw new Error(`${String(what)} is off after ${OFF_MS} ms`);
  }
}

/** In place of the primary button while serious findings have not been seen. */
const REVIEW = /^Review findings/;

/** Runs in the page. */
function watchButton(button: Element, mostMs: number): Promise<"free" | "gone" | "late"> {
  return new Promise((resolve) => {
    const isOff = (): boolean =>
      button.matches(":disabled") || button.closest("[aria-disabled=true]") !== null;
    const end = (how: "free" | "gone" | "late"): void => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(how);
    };
    const look = (): void => {
      if (!button.isConnected) end("gone");
      else if (!isOff()) end("free");
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => end("late"), mostMs);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    look();
  });
}

export class Desk {
  readonly #running: RunningApp;
  #closed = false;

  constructor(running: RunningApp) {
    this.#running = running;
  }

  get page(): Page {
    return this.#running.page;
  }

  get app(): ElectronApplication {
    return this.#running.app;
  }

  get profile(): string {
    return this.#running.profile;
  }

  get complaints(): string[] {
    return this.#running.complaints;
  }

  /** Removes errors that this test causes on purpose from the list; fails when there is none. */
  async forgive(...patterns: RegExp[]): Promise<void> {
    const { complaints } = this;
    for (const pattern of patterns) {
      await expect.poll(() => complaints.some((complaint) => pattern.test(complaint))).toBe(true);
    }
    const kept = complaints.filter((complaint) => !patterns.some((known) => known.test(complaint)));
    complaints.splice(0, complaints.length, ...kept);
  }

  /** Waits for the rail: the window has its first snapshot and can be used. */
  async ready(): Promise<void> {
    const rail = this.page.getByRole("navigation").getByRole("button").first();
    await expect.poll(() => rail.isVisible(), SLOW).toBe(true);
  }

  /** The test has ended the app. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** Ends the app for certain; once. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#running.close();
  }

  // Over the contract

  /** Calls a channel, after a key press where it acts, and returns its outcome. */
  async call<C extends Channel>(channel: C, ...args: Args<C>): Promise<Result<C>> {
    if (needsPress(channel)) await press(this.page);
    const given: { channel: string; args: unknown } = { channel, args };
    // Only plain data crosses to the page; the contract types both ends.
    const answer: unknown = await this.page.evaluate(({ channel, args }) => {
      const invoke = window.desk.invoke as (...all: unknown[]) => Promise<unknown>;
      return invoke(channel, ...(args as unknown[]));
    }, given);
    return answer as Result<C>;
  }

  /** Calls a channel that has to succeed. */
  async do<C extends Channel>(channel: C, ...args: Args<C>): Promise<Results[C]> {
    const result = await this.call(channel, ...args);
    if (!result.ok) throw new Error(`${channel} failed: ${JSON.stringify(result.failure)}`);
    return result.value;
  }

  /** As one text: field by field it takes this process and the window twice as long, and it is used often. */
  async snapshot(): Promise<Snapshot> {
    const text = await this.page.evaluate(async () =>
      JSON.stringify(await window.desk.invoke("app.snapshot")),
    );
    const result = JSON.parse(text) as Result<"app.snapshot">;
    if (!result.ok) throw new Error(`app.snapshot failed: ${text}`);
    return result.value;
  }

  /** Adds a server; returns its id. */
  async addServer(input: ServerInput): Promise<string> {
    const { ids, failure } = await this.do("servers.add", [input]);
    const [id] = ids;
    if (id === undefined) throw new Error(`not added: ${JSON.stringify(failure)}`);
    return id;
  }

  async server(name: string): Promise<ServerView> {
    const { servers } = await this.snapshot();
    const found = servers.find((server) => server.name === name);
    if (found === undefined) {
      throw new Error(`no server ${name} among ${servers.map((server) => server.name).join(", ")}`);
    }
    return found;
  }

  /** Waits until the server is in this state. */
  async serverIs(name: string, state: ServerView["state"]["kind"]): Promise<void> {
    await expect
      .poll(async () => (await this.server(name)).state, SLOW)
      .toMatchObject({ kind: state });
  }

  /** Confirms a server once it asks, without waiting for a connection that may not come. */
  async confirm(name: string): Promise<void> {
    await this.serverIs(name, "needs-confirmation");
    const { id, state } = await this.server(name);
    if (state.kind === "needs-confirmation") await this.do("servers.confirm", id, state.hash);
  }

  /** The same for every server of a config. */
  async confirmAll(): Promise<void> {
    const { servers } = await this.snapshot();
    for (const { name, source } of servers) if (source === "run") await this.confirm(name);
  }

  /** Confirms every server that needs it, and waits until all are connected. */
  async connectAll(): Promise<void> {
    await expect
      .poll(async () => {
        const { servers } = await this.snapshot();
        for (const { id, state } of servers) {
          if (state.kind === "needs-confirmation")
            await this.call("servers.confirm", id, state.hash);
        }
        const open = servers.filter(
          (server) => server.enabled && server.state.kind !== "connected",
        );
        return open.map((server) => [server.name, server.state]);
      }, SLOW)
      .toEqual([]);
  }

  /** Calls a tool as the Workbench does; returns the run's id. Waits until the server offers the tool. */
  async start(serverName: string, tool: string, args: Json = {}): Promise<string> {
    await expect
      .poll(async () => (await this.server(serverName)).tools.map(({ name }) => name), SLOW)
      .toContain(tool);
    const { id } = await this.server(serverName);
    return this.do("calls.start", id, "tool", tool, args as never);
  }

  /** The run once it has ended. */
  async ended(runId: string): Promise<RunView> {
    let run: RunView | undefined;
    await expect
      .poll(async () => {
        run = (await this.snapshot()).runs.find(({ id }) => id === runId);
        return run?.state;
      }, SLOW)
      .toMatch(/done|failed|cancelled/);
    if (run === undefined) throw new Error("no such run");
    return run;
  }

  /** The text of a run's result. */
  async resultOf(runId: string): Promise<string> {
    const { result, failure } = await this.ended(runId);
    const content = Reflect.get(Object(result), "content") as { text?: string }[] | undefined;
    return content?.map((block) => block.text ?? "").join("\n") ?? JSON.stringify(failure);
  }

  async requests(): Promise<HeldRequest[]> {
    return (await this.snapshot()).requests;
  }

  /** The newest request, once it matches. */
  async request(wants: (request: HeldRequest) => boolean = () => true): Promise<HeldRequest> {
    let found: HeldRequest | undefined;
    await expect
      .poll(async () => {
        found = (await this.requests()).findLast(wants);
        return found !== undefined;
      }, SLOW)
      .toBe(true);
    if (found === undefined) throw new Error("no such sample");
    return found;
  }

  /** Adds a model provider at an address and makes its first model the default. */
  async useModels(baseUrl: string, name = "Loopback"): Promise<ModelRef> {
    const id = await this.do("models.addProvider", { name, baseUrl, key: null });
    let ref: ModelRef | undefined;
    await expect
      .poll(async () => {
        const { models } = await this.snapshot();
        ref = models.providers.find((provider) => provider.id === id)?.models[0]?.ref;
        return ref !== undefined;
      }, SLOW)
      .toBe(true);
    if (ref === undefined) throw new Error("the provider has no model");
    await this.do("models.setDefault", ref);
    return ref;
  }

  // On the screen

  /** An item of the rail. */
  room(
    name: "Inbox" | "Agents" | "Workbench" | "Servers" | "History" | "Rules" | "Settings",
  ): Locator {
    const rail = this.page.getByRole("navigation", { name: "Rooms" });
    return rail.getByRole("button", { name: new RegExp(`^${name}\\b`) });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: typeof name === "string" });
  }

  /** The rows of the inbox. */
  rows(): Locator {
    return this.page.getByRole("listbox", { name: "Inbox" }).getByRole("option");
  }

  /** Everything to the right of the list. */
  get review(): Locator {
    return this.page.getByRole("region", { name: "Review", exact: true });
  }

  /** The primary button of the bar below: it decides at this gate. */
  get approve(): Locator {
    return this.page.getByRole("button", { name: /^Approve & (generate|reply|keep)/ });
  }

  get reject(): Locator {
    return this.page.getByRole("button", { name: /^Reject…/ });
  }

  /** The editor of the response's text at gate 2. */
  get answer(): Locator {
    return this.page.getByRole("textbox", { name: "Response", exact: true });
  }

  /** The editor of a message's text at gate 1; messages count from 1. */
  message(number: number): Locator {
    return this.page.getByRole("textbox", { name: `Message ${number}`, exact: true });
  }

  get systemPrompt(): Locator {
    return this.page.getByRole("textbox", { name: "System prompt", exact: true });
  }

  get jsonEditor(): Locator {
    return this.page.getByRole("textbox", { name: /^The (request|response) as JSON/ });
  }

  get maxTokens(): Locator {
    return this.page.getByRole("textbox", { name: "Max tokens" });
  }

  /** Every row beside a request is open, as a user left it. */
  async openRows(): Promise<void> {
    await this.do("settings.set", { openRows: [...sideRows] });
  }

  /** Opens a message's menu and chooses an item. */
  async messageAction(number: number, item: string | RegExp): Promise<void> {
    await this.page.getByRole("button", { name: `More actions: Message ${number}` }).click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }

  /** Opens a request of the list by its first words. */
  async select(words: string): Promise<void> {
    await this.rows().filter({ hasText: words }).click();
  }

  /** From gate 1 to the delivered response without a model. */
  async answerByHand(text: string): Promise<void> {
    await this.decide(this.button(/^Answer by hand/));
    await this.write(this.answer, text);
    await this.decide(this.approve);
  }

  /** Chooses an action of the bar's menu, once it is enabled. */
  async more(item: RegExp): Promise<void> {
    await this.decide(this.button("More"));
    await this.page.getByRole("menuitem", { name: item }).click();
  }

  /** Rejects at this gate: the bar opens, then Enter or its own button. */
  async rejectNow(note?: string, tellServer = false): Promise<void> {
    await this.decide(this.reject);
    if (note !== undefined) await this.page.getByRole("textbox", { name: /reason/i }).fill(note);
    if (tellServer) await this.page.getByRole("checkbox", { name: /server|program/i }).check();
    await this.decide(this.page.getByRole("button", { name: /^Reject(?!…)/ }));
  }

  /**
   * Clicks once the half-second guard allows it. It may start again between a check and the click, which then is ignored:
   * the click is repeated until it counts. Serious findings are reviewed before approval.
   */
  async decide(what: Locator): Promise<void> {
    const approves = String(what) === String(this.approve);
    const button = approves ? what.or(this.button(REVIEW)) : what;
    await expect
      .poll(() => this.#clickOnceFree(button), { intervals: [20], timeout: 20_000 })
      .toBe(true);
  }

  /** True where the click counted: a disabled button ignores it. */
  async #clickOnceFree(what: Locator): Promise<boolean> {
    await whenFree(what);
    await this.page.evaluate(() => {
      Reflect.set(globalThis, "clicked", false);
      const note = ({ target }: Event): void => {
        const on = target instanceof Element ? target.closest("button, [role]") : null;
        const decides = on?.textContent?.startsWith("Review findings") === false;
        if (decides) Reflect.set(globalThis, "clicked", true);
      };
      addEventListener("click", note, { capture: true, once: true });
    });
    await what.click();
    return this.page.evaluate(() => Reflect.get(globalThis, "clicked") === true);
  }

  view(name: "Blocks" | "JSON" | "Diff"): Locator {
    return this.page.getByRole("radio", { name: new RegExp(`^${name}`) });
  }

  /** Replaces the whole text of an editor. */
  write(editor: Locator, text: string): Promise<void> {
    return write(this.#running, editor, text);
  }

  /**
   * Ticks or clears a checkbox whose state main keeps. `check()` looks once, at once, before main has responded.
   */
  async tick(box: Locator, on = true): Promise<void> {
    await expect(box).toBeChecked({ checked: !on });
    await box.click();
    await expect(box).toBeChecked({ checked: on });
  }

  /** Gives the window's content this size, in CSS pixels. */
  async resize(size: { width: number; height: number }): Promise<void> {
    await this.app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, size);
    await expect
      .poll(() => this.page.evaluate(() => ({ width: innerWidth, height: innerHeight })))
      .toEqual(size);
  }
}
