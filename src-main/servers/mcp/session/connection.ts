// One server's connection: opens it, reconnects, ends everything on it when it is lost, and runs our calls.
import type { Origin, CancelReason } from "#shared/request/life/heldRequest.ts";
import { UNKNOWN_SOURCE } from "../transports/pipe.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome, ServerFailure } from "#shared/outcome.ts";
import type { JsonObject } from "#shared/json.ts";
import { valuesMax } from "#shared/request/document/measure.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { abilitiesOf } from "#shared/servers/protocol.ts";
import type { ConnectionState, Pong } from "#shared/servers/server.ts";
import type { UnattributedRequest, RequestHandle } from "../../../core/ports.ts";
import type {
  CallListener,
  CallSpec,
  ConnectionListener,
  ConnectionSpec,
} from "../connectionSpec.ts";
import { CallRunner } from "./callRunner.ts";
import { requesterOf } from "../requests/requester.ts";
import { ping, setLogLevel } from "./utilities.ts";
import {
  capabilitiesFor,
  declaredTo,
  ROOTS_CHANGED,
  rootsDiffer,
  rootsResult,
} from "./declared.ts";
import { OpenPages } from "../requests/openPages.ts";
import { cancelReasonFor } from "./cancelReason.ts";
import { openingTimeoutMs, openSession, renegotiated } from "./handshake.ts";
import type { Session } from "./handshake.ts";
import { IncomingRouter } from "./incomingRouter.ts";
import { ListRefresher } from "./lists.ts";
import { OpenCalls } from "../requests/openCalls.ts";
import { PushedRequests } from "../requests/pushedRequests.ts";
import { Reconnect } from "../transports/reconnect.ts";
import type { Tap } from "../wire/tap.ts";
import { SamplingTasks } from "../requests/tasks.ts";
import { openPipe } from "../transports/transport.ts";
import type { ServerSignIn } from "../oauth/signIn.ts";
import { createSignIn } from "../oauth/signIn.ts";
import type { Wire } from "../wire/wire.ts";
import type { ConnectionParts } from "../connectionParts.ts";

type Closing = "switched-off" | "quit" | "disconnected";

export class ServerConnection {
  readonly #spec: ConnectionSpec;
  readonly #listener: ConnectionListener;
  readonly #parts: ConnectionParts;
  readonly #openCalls = new OpenCalls();
  openOrigin = (): Origin => this.#openCalls.origin(UNKNOWN_SOURCE);
  readonly #pushed: PushedRequests;
  readonly #pages = new OpenPages();
  readonly #tasks: SamplingTasks;
  readonly #router: IncomingRouter;
  readonly #callRunner: CallRunner;
  readonly signIn: ServerSignIn | null;
  #session: Session | null = null;
  #listRefresher: ListRefresher | null = null;
  #opening: Promise<void> | null = null;
  #wire: Wire | null = null;
  readonly #reconnect: Reconnect;
  /** Increases with every attempt and every end, so that late events of an earlier one are ignored. */
  #generation = 0;
  #policy: ServerPolicy;

  constructor(
    spec: ConnectionSpec,
    listener: ConnectionListener,
    parts: ConnectionParts,
    tap: Tap & { learn(secrets: { name: string; value: string }[]): void },
  ) {
    this.#spec = spec;
    this.#policy = spec.policy;
    this.#listener = listener;
    this.#parts = parts;
    this.signIn = createSignIn(spec, listener, parts.signIn, {
      inSession: () => this.#session !== null,
      signedIn: () => this.#signedIn(),
      secret: (value) => tap.learn([{ name: "token", value }]),
    });
    this.#pushed = new PushedRequests({
      receive: (incoming, runs) => this.#receive(incoming, runs),
      send: (message) => this.#wire?.post(message) ?? Promise.reject(new Error("disconnected")),
      keepAliveMs: parts.keepAliveMs,
    });
    this.#tasks = new SamplingTasks({
      receive: (incoming, runs) => this.#receive(incoming, runs),
      send: (message) => this.#wire?.post(message) ?? Promise.reject(new Error("disconnected")),
      mayLeave: (id) => parts.desk.waitToSend?.(spec.serverId, id) ?? null,
      newId: parts.newId,
      keepAliveMs: parts.keepAliveMs,
    });
    this.#reconnect = new Reconnect({
      firstMs: parts.reconnectMs,
      state: (state) => this.#state(state),
      connect: (attempt) => {
        this.#opening ??= this.#connect(attempt).finally(() => {
          this.#opening = null;
        });
      },
    });
    this.#router = new IncomingRouter({
      listener,
      openCalls: this.#openCalls,
      pushed: this.#pushed,
      roots: () => this.#answerRoots(),
      listChanged: (what) => this.#listRefresher?.refresh(what),
      tap,
      elicitationCompleted: (id) => this.#pages.completed(id),
      tasks: this.#tasks,
      nowMs: () => Date.now(),
      samplingValuesMax: () => valuesMax(this.#policy.limits.messages),
    });
    this.#callRunner = new CallRunner({
      endpoint: spec.endpoint,
      openCalls: this.#openCalls,
      session: () => this.#session,
      progressFor: (token, caller) => this.#router.progressFor(token, caller),
      ended: (runId, how) => this.#pushed.callEnded(runId, how),
      warn: (text) => this.#router.rubbish(text),
      receive: (incoming, runs) => this.#receive(incoming, runs),
      pageDone: (id, signal) => this.#pages.done(id, signal),
      roots: () => this.#answerRoots(),
      newGroupId: () => parts.newId(),
    });
  }

  /** The user signed in: requests that waited can go on, and a sign-in that was not shown is discovered again. */
  #signedIn(): void {
    if (this.#session === null) void this.open();
    else this.#listRefresher?.refreshAll();
  }

  /** Connects. Resolves once that succeeded or failed; the listener is told which. */
  open(): Promise<void> {
    if (this.#session !== null) return Promise.resolve();
    this.#reconnect.stop();
    this.#opening ??= this.#connect(1).finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async close(because: Closing): Promise<void> {
    this.#generation += 1;
    this.signIn?.close();
    this.#reconnect.stop();
    const wire = this.#wire;
    if (this.#session !== null) {
      await Promise.all([
        this.#pushed.endGracefully({ kind: because }),
        this.#tasks.endGracefully({ kind: because }),
      ]);
    }
    this.#endAll({ kind: because });
    this.#session = null;
    this.#wire = null;
    this.#state({ kind: "off" });
    await wire?.close();
  }

  call(spec: CallSpec, listener: CallListener, signal: AbortSignal) {
    return this.#callRunner.run(spec, listener, signal);
  }

  setPolicy(policy: ServerPolicy): void {
    const before = this.#policy;
    this.#policy = policy;
    const session = this.#session;
    if (session === null || !rootsDiffer(before, policy)) return;
    if (!abilitiesOf(session.negotiated).rootsChanged) return;
    // If this fails, the connection is lost, which is reported separately.
    session.wire.post(ROOTS_CHANGED).catch(() => {});
  }

  /** Sets the lowest level of log messages; with 2026-07-28 it is sent with each later call. */
  async setLogLevel(level: string): Promise<Outcome<null, Failure>> {
    const session = this.#session;
    if (session === null) return fail({ kind: "run-disconnected" });
    this.#callRunner.logLevel = level;
    return setLogLevel(session, level);
  }

  async ping(): Promise<Outcome<Pong, Failure>> {
    const session = this.#session;
    return session === null ? fail({ kind: "run-disconnected" }) : ping(session);
  }

  async #connect(attempt: number): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#state({ kind: "connecting", sinceMs: Date.now() });
    const current = (): boolean => generation === this.#generation;
    const { tasks } = this.#policy;
    const session = await openPipe(this.#spec, this.#parts, false, this.signIn?.fetch, (seen) =>
      this.#listener.certificate(seen),
    ).then((pipe) =>
      openSession(this.#spec.era, {
        capabilities: capabilitiesFor(this.#policy),
        pipe,
        listener: this.#router.wireListener(current, {
          lost: (failure) => this.#lost(failure),
          sessionForgotten: () => this.#forgotten(),
          sessionRenewed: (initialized) => this.#renewed(initialized),
        }),
        appVersion: this.#parts.appVersion,
        timeoutMs: openingTimeoutMs(this.#spec.endpoint, this.#parts.initializeTimeoutMs),
        onWire: (wire) => {
          if (current()) this.#wire = wire;
          else void wire.close();
        },
      }),
    );
    if (!current()) {
      if (session.ok) await session.value.client.close();
      return;
    }
    if (!session.ok) {
      this.#endSession(cancelReasonFor(session.failure));
      this.#wire = null;
      const refused = session.failure.kind === "server-unauthorised";
      const asks = refused && (await this.signIn?.offerSignIn()) === true;
      if (!current()) return;
      if (asks) this.#state({ kind: "needs-sign-in" });
      else this.#failed(session.failure, attempt);
      if (!this.#reconnect.pending) this.#tasks.endAll(cancelReasonFor(session.failure));
      return;
    }
    this.#session = session.value;
    this.#tasks.offered = tasks && abilitiesOf(session.value.negotiated).samplingTasks;
    // A server that no longer supports tasks cannot fetch those it had.
    if (!this.#tasks.offered) this.#tasks.endAll({ kind: "disconnected" });
    this.#listener.negotiated(session.value.negotiated);
    this.#state({ kind: "connected", sinceMs: Date.now() });
    this.#listRefresher = this.#listingOf(session.value);
    this.#listRefresher.refreshAll();
    // A level that was selected earlier applies to the new session as well.
    const { logLevel } = this.#callRunner;
    if (logLevel !== null) void setLogLevel(session.value, logLevel);
  }

  /** The other side has gone: every request and call on it ends now. */
  #lost(failure: ServerFailure): void {
    const session = this.#session;
    this.#generation += 1;
    this.#session = null;
    this.#wire = null;
    this.#endSession(cancelReasonFor(failure));
    // It may be closed already.
    session?.client.close().catch(() => {});
    const { kind } = this.#spec.endpoint;
    const again = kind === "http" || kind === "sse";
    const unauthorised = failure.kind === "server-unauthorised";
    if (again && !unauthorised) this.#reconnect.schedule(failure, 1);
    else if (unauthorised && this.signIn?.pending === true) {
      this.#state({ kind: "needs-sign-in" });
    } else this.#state({ kind: "failed", atMs: Date.now(), attempts: 1, failure });
    // Over HTTP the server itself goes on, and asks for its tasks in the next session.
    if (this.#reconnect.pending) this.#tasks.sessionLost();
    else this.#tasks.endAll(cancelReasonFor(failure));
  }

  /** The server forgot the session, and a new one is being opened: what it asked there gets no answer. */
  #forgotten(): void {
    this.#pushed.endAll({ kind: "disconnected" });
    this.#tasks.sessionLost();
    const failure = { kind: "server-forgot-session", address: this.#spec.where } as const;
    if (this.#session !== null)
      this.#state({ kind: "reconnecting", attempt: 1, nextAtMs: Date.now(), failure });
  }

  #renewed(initialized: JsonObject): void {
    const session = this.#session;
    if (session === null) return;
    session.negotiated = renegotiated(session.negotiated, initialized);
    this.#tasks.offered = this.#policy.tasks && abilitiesOf(session.negotiated).samplingTasks;
    this.#listener.negotiated(session.negotiated);
    this.#state({ kind: "connected", sinceMs: Date.now() });
    this.#listRefresher?.refreshAll();
  }

  #failed(failure: ServerFailure, attempt: number): void {
    const again = failure.kind === "server-unreachable" || failure.kind === "server-http-status";
    if (attempt > 1 && again && attempt <= this.#parts.reconnectMax) {
      this.#reconnect.schedule(failure, attempt);
    } else this.#state({ kind: "failed", atMs: Date.now(), attempts: attempt, failure });
  }

  #endAll(because: CancelReason): void {
    this.#endSession(because);
    this.#tasks.endAll(because);
  }

  /** Ends everything that belongs to a session; tasks may outlive it. */
  #endSession(because: CancelReason): void {
    this.#pushed.endAll(because);
    this.#callRunner.withdrawAll(because);
  }

  #listingOf(session: Session): ListRefresher {
    return new ListRefresher({
      session,
      listener: {
        tools: (tools) => this.#listener.tools(this.#callRunner.callableTools(tools)),
        prompts: (prompts) => this.#listener.prompts(prompts),
        resources: (resources) => this.#listener.resources(resources),
        listCut: (list, cut) => this.#listener.listCut(list, cut),
      },
      current: () => this.#session === session,
      warn: (text) => this.#router.rubbish(text),
    });
  }

  /** The response to `roots/list`, from the current policy; the panel shows what was sent. */
  #answerRoots(): JsonObject | null {
    const result = rootsResult(this.#policy);
    this.#listener.rootsAsked(result === null ? null : this.#policy.roots);
    return result;
  }

  #receive(incoming: UnattributedRequest, runs: string[]): RequestHandle {
    const held = this.#parts.desk.receive({
      ...incoming,
      policy: this.#policy,
      requester: requesterOf(this.#spec, this.#session?.negotiated, incoming.origin),
      declared: declaredTo(this.#policy),
    });
    this.#pages.track(incoming, held);
    // A request that was only counted is not listed with the run.
    this.#listener.requestReceived(held.requestId, held.counted === true ? [] : runs);
    return held;
  }

  #state(state: ConnectionState): void {
    this.#listener.state(state);
  }
}
