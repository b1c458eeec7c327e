// Test helpers for this folder: a fake desk that the test decides for, and a listener that can be awaited.
import { randomUUID } from "node:crypto";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy, SharedRoot } from "#shared/servers/policy/policy.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import { settlementOfCancelled } from "#shared/request/checks/wire.ts";
import type { CancelReason } from "#shared/request/life/heldRequest.ts";
import type {
  ListCut,
  Listed,
  ConnectionState,
  Negotiated,
  PromptView,
  ResourceView,
  ServerLine,
  ToolView,
} from "#shared/servers/server.ts";
import type { Certificate } from "#shared/servers/identity/identity.ts";
import type { SignInView } from "#shared/servers/signIn.ts";
import type {
  Delivery,
  DeskIntake,
  HeldByRule,
  RequestHandle,
  Incoming,
} from "../../core/ports.ts";
import type { ServerConnection } from "./session/connection.ts";
import type { ConnectionListener, ConnectionSpec } from "./connectionSpec.ts";
import type { TrafficLog } from "./wire/traffic.ts";
import { Connector } from "./session/connector.ts";
import type { ConnectionParts } from "./connectionParts.ts";

/** Resolves waiters once their condition holds. */
export class Waiters {
  #waiters: { done: () => boolean; resolve: () => void }[] = [];

  look(): void {
    this.#waiters = this.#waiters.filter(({ done, resolve }) => {
      if (!done()) return true;
      resolve();
      return false;
    });
  }

  until(done: () => boolean): Promise<void> {
    if (done()) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ done, resolve }));
  }
}

/** A request held by the fake desk. */
export interface FakeRequest {
  id: string;
  incoming: Incoming;
  withdrawn: CancelReason[];
  /** How often the server reported that the page the user consented to is done. */
  completed: number;
  settle(settlement: Settlement): Promise<Delivery>;
  /** Sends a response as the desk would, and returns its delivery. */
  reply(text: string): Promise<Delivery>;
  reject(): Promise<Delivery>;
}

const REJECTED: Settlement = {
  kind: "error",
  code: -1,
  message: "User rejected sampling request",
};

/** Holds requests for the test to decide. Settles each once, like the real desk. */
export class FakeDesk implements DeskIntake {
  readonly requests: FakeRequest[] = [];
  readonly watch = new Waiters();
  /** If set, no response is sent before it resolves. */
  stopped: Promise<void> | null = null;
  /** The requests whose responses were about to be sent. */
  readonly askedToSend: (string | undefined)[] = [];
  /** If set, every request is refused with it on arrival. */
  refuse: Settlement | null = null;

  /** If set, a rule holds every tool call. */
  holdsByRule: HeldByRule | null = null;

  heldByRule(): Promise<HeldByRule | null> {
    return Promise.resolve(this.holdsByRule);
  }

  isRunning(): boolean {
    return false;
  }

  receive(incoming: Incoming): RequestHandle {
    let over = false;
    const settle = (settlement: Settlement): Promise<Delivery> => {
      over = true;
      // Same conversion as in the desk.
      return incoming.settle(kindOf(incoming).settlementFor?.(settlement) ?? settlement);
    };
    const request: FakeRequest = {
      id: randomUUID(),
      incoming,
      withdrawn: [],
      completed: 0,
      settle,
      reply: (text) =>
        settle({
          kind: "result",
          document: {
            role: "assistant",
            content: { type: "text", text },
            model: "human",
            stopReason: "endTurn",
          },
        }),
      reject: () => settle(REJECTED),
    };
    this.requests.push(request);
    if (this.refuse !== null) void settle(this.refuse);
    this.watch.look();
    return {
      requestId: request.id,
      callerFound: () => {},
      update: () => {},
      completed: () => {
        request.completed += 1;
        this.watch.look();
      },
      withdraw: (because) => {
        if (over) return;
        request.withdrawn.push(because);
        void settle(settlementOfCancelled(because));
        this.watch.look();
      },
    };
  }

  waitToSend(_serverId: string, requestId?: string): Promise<void> | null {
    this.askedToSend.push(requestId);
    return this.stopped;
  }

  /** The nth sampling request, already received or still to come, counted from 0. */
  request(nth = 0): Promise<FakeRequest> {
    return this.#nth(nth, undefined);
  }

  /** The nth elicitation, counted from 0. */
  elicitation(nth = 0): Promise<FakeRequest> {
    return this.#nth(nth, "elicitation");
  }

  async #nth(nth: number, kind: Incoming["requestKind"]): Promise<FakeRequest> {
    const find = (): FakeRequest | undefined =>
      this.requests.filter(({ incoming }) => incoming.requestKind === kind)[nth];
    await this.watch.until(() => find() !== undefined);
    const request = find();
    if (request === undefined) throw new Error("no such request");
    return request;
  }

  async withdrawn(nth = 0): Promise<CancelReason | undefined> {
    const request = await this.request(nth);
    await this.watch.until(() => request.withdrawn.length > 0);
    return request.withdrawn[0];
  }
}

/** Records every event of a connection. */
export class RecordingListener implements ConnectionListener {
  readonly watch = new Waiters();
  readonly states: ConnectionState[] = [];
  readonly signIns: SignInView[] = [];
  readonly certificates: Certificate[] = [];
  readonly allLines: ServerLine[] = [];
  readonly caused: { requestId: string; runIds: string[] }[] = [];
  messages: Negotiated | null = null;
  toolList: ToolView[] | null = null;
  promptList: PromptView[] | null = null;
  resourceList: ResourceView[] | null = null;
  readonly cuts: Partial<Record<Listed, ListCut | null>> = {};
  rubbishCount = 0;
  readonly rootsTold: (SharedRoot[] | null)[] = [];

  state(state: ConnectionState): void {
    this.states.push(state);
    this.watch.look();
  }
  negotiated(negotiated: Negotiated): void {
    this.messages = negotiated;
    this.watch.look();
  }
  tools(tools: ToolView[]): void {
    this.toolList = tools;
    this.watch.look();
  }
  prompts(prompts: PromptView[]): void {
    this.promptList = prompts;
    this.watch.look();
  }
  resources(resources: ResourceView[]): void {
    this.resourceList = resources;
    this.watch.look();
  }
  listCut(list: Listed, cut: ListCut | null): void {
    this.cuts[list] = cut;
    this.watch.look();
  }
  certificate(certificate: Certificate): void {
    this.certificates.push(certificate);
    this.watch.look();
  }
  lines(lines: ServerLine[]): void {
    this.allLines.push(...lines);
    this.watch.look();
  }
  rubbish(count: number): void {
    this.rubbishCount = count;
    this.watch.look();
  }
  signIn(view: SignInView): void {
    this.signIns.push(view);
    this.watch.look();
  }
  rootsAsked(told: SharedRoot[] | null): void {
    this.rootsTold.push(told);
    this.watch.look();
  }
  requestReceived(requestId: string, runIds: string[]): void {
    this.caused.push({ requestId, runIds });
    this.watch.look();
  }

  get now(): ConnectionState | undefined {
    return this.states.at(-1);
  }
  is(kind: ConnectionState["kind"]): Promise<void> {
    return this.watch.until(() => this.now?.kind === kind);
  }
  tool(name: string): Promise<void> {
    return this.watch.until(() => this.toolList?.some((tool) => tool.name === name) === true);
  }
  line(part: string): Promise<void> {
    return this.watch.until(() => this.allLines.some((line) => line.text.includes(part)));
  }
}

export interface TestConnection {
  desk: FakeDesk;
  listener: RecordingListener;
  connection: ServerConnection;
  traffic: TrafficLog;
  /** Starts a tool call; its events are recorded in `calls`. */
  call(name: string, args?: Record<string, string>, run?: string): TestCall;
}

export interface TestCall {
  outcome: ReturnType<ServerConnection["call"]>;
  abort: AbortController;
  progress: { progress: number; total?: number; message?: string }[];
  lines: ServerLine[];
}

type Endpoint = ConnectionSpec["endpoint"];

/** A connection to a real server with a fake desk. Not opened yet. */
export function testConnection(
  endpoint: Endpoint,
  options: Partial<ConnectionParts> & {
    era?: ConnectionSpec["era"];
    policy?: Partial<ServerPolicy>;
  } = {},
): TestConnection {
  const desk = new FakeDesk();
  const ear = new RecordingListener();
  const { era = "auto", policy = {}, ...parts } = options;
  const connector = new Connector({
    signIn: null,
    desk,
    loginShell: { path: () => Promise.resolve(process.env["PATH"] ?? "") },
    startDemo: () => {
      throw new Error("no demo server here");
    },
    appVersion: "0.0.0-test",
    newId: randomUUID,
    reconnectMs: 20,
    ...parts,
  });
  const spec: ConnectionSpec = {
    serverId: "s",
    name: "Server",
    endpoint,
    era,
    policy: { ...defaultPolicy, ...policy },
    where: "somewhere",
    identityFor: () => ({}),
  };
  const connection = connector.connect(spec, ear);
  return {
    desk,
    listener: ear,
    connection,
    traffic: connector.traffic(spec.serverId),
    call(name, args = {}, run = "run-1") {
      const abort = new AbortController();
      const called: Omit<TestCall, "outcome"> = { abort, progress: [], lines: [] };
      const outcome = connection.call(
        { runId: run, kind: "tool", name, arguments: args },
        {
          progress: (progress) => void called.progress.push(progress),
          line: (line) => void called.lines.push(line),
        },
        abort.signal,
      );
      return { ...called, outcome };
    },
  };
}

/** A stdio endpoint with a command and arguments only. */
export const stdio = (command: string, args: string[] = []): Endpoint => ({
  kind: "stdio",
  command,
  args,
  cwd: null,
  env: [],
});
