// The real app between a scripted server and a scripted model, killed and started again on one profile: what
// each side saw up to the kill, and whether the ledger agrees.
import path from "node:path";
import type { Decision } from "../../src-shared/request/life/decision.ts";
import type { ResponseDocument } from "../../src-shared/request/document/message.ts";
import type { HeldRequest } from "../../src-shared/request/life/heldRequest.ts";
import { ENDINGS } from "../../src-shared/ledger/row.ts";
import type { ModelRef } from "../../src-shared/models/model.ts";
import { launch, removeFolder, tempFolder, writeConfig } from "../support/app.ts";
import type { RunningApp } from "../support/app.ts";
import { Desk } from "../support/desk.ts";
import { Puppet, question } from "../support/puppet.ts";
import type { Wire } from "../support/puppet.ts";
import { startScriptedModel, streamsText } from "../support/scriptedModel.ts";
import type { ScriptedModel } from "../support/scriptedModel.ts";
import { LedgerWatch } from "./ledgerWatch.ts";

const DELIVERIES: ReadonlySet<string> = new Set([
  "delivered",
  "delivery-failed",
  "delivery-unknown",
]);

/** What was found wrong after a kill, as text, and the counts. */
export interface Tally {
  kills: number;
  rows: number;
  requests: number;
  decisions: number;
  answers: number;
  drafts: number;
  interrupted: number;
}

interface Asked {
  words: string;
  id: string | number;
}

/** The row that records each decision. */
const ROW_OF: Partial<Record<Decision["kind"], string>> = {
  "approve-request": "request-approved",
  "approve-response": "response-approved",
  "answer-by-hand": "answered-by-hand",
  "back-to-request": "returned-to-request",
  reject: "rejected",
};

export class World {
  readonly ledger: LedgerWatch;
  readonly puppet: Puppet;
  readonly model: ScriptedModel;
  readonly tally: Tally = {
    kills: 0,
    rows: 0,
    requests: 0,
    decisions: 0,
    answers: 0,
    drafts: 0,
    interrupted: 0,
  };
  readonly #profile: string;
  readonly #config: string;
  #running: RunningApp | null = null;
  #desk: Desk | null = null;
  #ref: ModelRef | null = null;
  #modelAsked = 0;
  /** Started, where `tally` counts those that are done. */
  #kills = 0;
  #next = 1;
  /** Since the last start of the app. */
  #asked: Asked[] = [];
  #decided: { request: string; row: string }[] = [];
  #drafts: { request: string; words: string }[] = [];

  private constructor(profile: string, config: string, puppet: Puppet, model: ScriptedModel) {
    this.#profile = profile;
    this.#config = config;
    this.puppet = puppet;
    this.model = model;
    this.ledger = new LedgerWatch(profile);
  }

  static async open(): Promise<World> {
    const [profile, folder, puppet, model] = await Promise.all([
      tempFolder(),
      tempFolder(),
      Puppet.open(),
      startScriptedModel(streamsText(["one ", "two ", "three"])),
    ]);
    const config = await writeConfig(folder, { puppet: puppet.config });
    return new World(profile, config, puppet, model);
  }

  /** Starts the app and connects the server. */
  async start(): Promise<void> {
    this.#running = await launch({ profile: this.#profile, config: this.#config });
    this.#desk = new Desk(this.#running);
    await this.desk.ready();
    // What is lost or kept is up to main: in a life of two seconds the window renders no request and no editor.
    await this.#running.page.keyboard.press("Control+4");
    await this.desk.connectAll();
    await this.puppet.started();
    this.#ref ??= await this.desk.useModels(this.model.baseUrl);
  }

  get desk(): Desk {
    if (this.#desk === null) throw new Error("the app does not run");
    return this.#desk;
  }

  /** The server asks; returns the text by which the request is found. */
  ask(more: Record<string, unknown> = {}): string {
    const words = `Question ${this.#next} ${crypto.randomUUID()}`;
    this.#next += 1;
    const { id } = this.puppet.ask(question(words, more), `${words.split(" ")[1]}-${Date.now()}`);
    this.#asked.push({ words, id });
    this.tally.requests += 1;
    return words;
  }

  /** The server withdraws its request. */
  withdraw(words: string): void {
    const asked = this.#asked.find((one) => one.words === words);
    if (asked !== undefined) this.puppet.cancel(asked.id, "not needed any more");
  }

  /** The request as main has it, once it matches. */
  request(
    words: string,
    fits: (request: HeldRequest) => boolean = () => true,
  ): Promise<HeldRequest> {
    return this.desk.request((one) => JSON.stringify(one.asked).includes(words) && fits(one));
  }

  /** Sends a decision; a confirmed one is remembered. */
  async decide(request: HeldRequest, make: (request: HeldRequest) => Decision): Promise<boolean> {
    const state = request.attempts.findLast((one) => "generatedHash" in one.state)?.state;
    const atGate2 =
      request.phase.kind === "response" && state !== undefined && "generatedHash" in state;
    const base = {
      revision: request.revision,
      hash: atGate2 ? state.generatedHash : request.askedHash,
    };
    const decision = make(request);
    const result = await this.desk.call("desk.decide", request.id, base, decision);
    const row = ROW_OF[decision.kind];
    if (result.ok && row !== undefined) this.#decided.push({ request: request.id, row });
    return result.ok;
  }

  approveRequest = (request: HeldRequest): Decision => {
    if (request.proposed === null || this.#ref === null) throw new Error("nothing to approve");
    return { kind: "approve-request", document: request.proposed, model: this.#ref };
  };

  answerByHand = (request: HeldRequest): Decision => {
    if (request.proposed === null) throw new Error("nothing to approve");
    return { kind: "answer-by-hand", document: request.proposed };
  };

  approveResponse = (request: HeldRequest): Decision => {
    const attempt = request.attempts.findLast((one) => "generatedHash" in one.state);
    if (attempt === undefined) throw new Error("no attempt");
    const { state } = attempt;
    const generated: ResponseDocument | null = "generated" in state ? state.generated : null;
    if (generated === null) throw new Error("no answer");
    const document: ResponseDocument = {
      ...generated,
      content: [{ type: "text", text: `Answer to ${JSON.stringify(request.asked).slice(0, 200)}` }],
    };
    return { kind: "approve-response", attemptId: attempt.id, document };
  };

  /** An edit at gate 1 while it is typed; remembered once half a second has passed. */
  async type(request: HeldRequest): Promise<void> {
    if (request.proposed === null) throw new Error("nothing to edit");
    const words = `typed ${crypto.randomUUID()}`;
    const document = { ...request.proposed, systemPrompt: words };
    await this.desk.do("drafts.save", request.id, { gate: 1, document, model: null });
    await this.#kept(request, words);
  }

  /** Half a second may be lost; earlier input may not. */
  async #kept(request: HeldRequest, words: string): Promise<void> {
    const kills = this.#kills;
    await new Promise((resolve) => setTimeout(resolve, 500));
    // By the app's own clock: on a busy machine its half second takes longer. A worker's
    // messages reach main after the timers that are due.
    await this.desk.call("history.complete");
    if (this.#kills === kills) this.#drafts.push({ request: request.id, words });
  }

  /** The same at gate 2. */
  async typeAnswer(request: HeldRequest): Promise<void> {
    const decision = this.approveResponse(request);
    if (decision.kind !== "approve-response") return;
    const words = `typed ${crypto.randomUUID()}`;
    const document: ResponseDocument = {
      ...decision.document,
      content: [{ type: "text", text: words }],
    };
    const { attemptId } = decision;
    await this.desk.do("drafts.save", request.id, { gate: 2, attemptId, document });
    await this.#kept(request, words);
  }

  /** `kill -9`; resolves when the process is gone and the server's process has reported all it received. */
  async kill(): Promise<void> {
    const running = this.#running;
    if (running === null) throw new Error("the app does not run");
    const child = running.app.process();
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    this.#kills += 1;
    child.kill("SIGKILL");
    await gone;
    await this.puppet.gone();
    this.#running = null;
    this.#desk = null;
    this.tally.kills += 1;
  }

  /** Starts the app again and compares what each side saw with the ledger. Returns what is wrong. */
  async check(): Promise<string[]> {
    const heard = this.puppet.received.filter(
      ({ method, id }) => method === undefined && id !== undefined,
    );
    const asked = this.#asked;
    const decided = this.#decided;
    const drafts = this.#drafts;
    const bodies = this.model
      .asked()
      .slice(this.#modelAsked)
      .map(({ body }) => JSON.stringify(body));
    this.#modelAsked = this.model.asked().length;
    this.#asked = [];
    this.#decided = [];
    this.#drafts = [];
    const wrong: string[] = [];
    const found = this.ledger.verify();
    if (found.fault !== null) wrong.push(`before the start: ${JSON.stringify(found.fault)}`);
    wrong.push(...this.#answers(heard, asked), ...this.#models(bodies, asked));
    const rows = this.ledger.rows();
    for (const { request, row } of decided) {
      if (!rows.some((one) => one.request === request && one.kind === row)) {
        wrong.push(`the window was told of ${row} of ${request}, and it has no row`);
      }
    }
    this.tally.decisions += decided.length;
    const open = openIn(rows);
    await this.start();
    wrong.push(...(await this.#restored(open, drafts)));
    return wrong;
  }

  /** Nothing reached the server twice, under a foreign id, or without its row. */
  #answers(heard: readonly Wire[], asked: readonly Asked[]): string[] {
    const rows = this.ledger.rows();
    const has = (request: string | null, kind: string): boolean =>
      rows.some((row) => row.request === request && row.kind === kind);
    const wrong: string[] = [];
    for (const { id, words } of asked) {
      const answers = heard.filter((one) => one.id === id);
      const request = this.ledger.requestWith(words);
      if (answers.length > 1) wrong.push(`${words} was answered ${answers.length} times`);
      for (const answer of answers) {
        this.tally.answers += 1;
        const kind = answer.result === undefined ? "rejected" : "response-approved";
        if (!has(request, kind)) wrong.push(`${words} was answered without a row ${kind}`);
      }
      if (has(request, "delivered") && answers.length === 0) {
        wrong.push(`${words} has a row delivered, and the server heard nothing`);
      }
    }
    const known = new Set(asked.map(({ id }) => id));
    // Responses to what the server asked an earlier process: there must be none.
    const foreign = heard.filter(({ id }) => typeof id === "string" && !known.has(id));
    return [
      ...wrong,
      ...foreign.map(({ id }) => `an answer under the id ${id}, which nobody asked under`),
    ];
  }

  /** No model was asked without its row. */
  #models(bodies: readonly string[], asked: readonly Asked[]): string[] {
    const rows = this.ledger.rows();
    return asked.flatMap(({ words }) => {
      const times = bodies.filter((body) => body.includes(words)).length;
      const request = this.ledger.requestWith(words);
      const approved = rows.filter(
        (row) => row.request === request && row.kind === "request-approved",
      ).length;
      return times > approved
        ? [`a model was asked ${times} times about ${words}, approved ${approved} times`]
        : [];
    });
  }

  /** After the restart: each request ended exactly once, open ones are listed, drafts are restored. */
  async #restored(
    open: readonly string[],
    drafts: readonly { request: string; words: string }[],
  ): Promise<string[]> {
    const wrong: string[] = [];
    const until = Date.now() + 10_000;
    while (openIn(this.ledger.rows()).length > 0 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const rows = this.ledger.rows();
    for (const request of new Set(
      rows.filter(({ kind }) => kind === "received").map((row) => row.request),
    )) {
      const kinds = rows.filter((row) => row.request === request).map(({ kind }) => kind);
      const sent = kinds.filter((kind) => DELIVERIES.has(kind)).length;
      // Whether an error was delivered is recorded after the end.
      const refused = kinds.filter((kind) => ENDINGS.has(kind) && !DELIVERIES.has(kind)).length;
      if (sent > 1) wrong.push(`${request} was delivered ${sent} times`);
      if ((refused || sent) !== 1) wrong.push(`${request} ended ${refused || sent} times`);
    }
    const found = this.ledger.verify();
    if (found.fault !== null) wrong.push(`after the start: ${JSON.stringify(found.fault)}`);
    this.tally.rows = found.rows;
    const snapshot = await this.desk.snapshot();
    for (const id of open) {
      const listed = snapshot.requests.find((request) => request.id === id);
      if (listed?.phase.kind !== "ended") wrong.push(`${id} was interrupted, and is not listed`);
      else this.tally.interrupted += 1;
    }
    for (const { request, words } of drafts) {
      if (JSON.stringify(snapshot.drafts[request] ?? null).includes(words)) this.tally.drafts += 1;
      else wrong.push(`what was typed at ${request} is gone`);
    }
    return wrong;
  }

  async close(): Promise<void> {
    this.ledger.close();
    await this.#running?.close();
    await this.puppet.close();
    await this.model.close();
    await removeFolder(this.#profile);
    await removeFolder(path.dirname(this.#config));
  }
}

/** Requests without an ending. */
function openIn(rows: readonly { request: string; kind: string }[]): string[] {
  const open = new Set<string>();
  for (const { request, kind } of rows) {
    if (kind === "received") open.add(request);
    else if (ENDINGS.has(kind)) open.delete(request);
  }
  return [...open];
}
