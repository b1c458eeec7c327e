// What could be added to a sampling request that asks for context: the running call, earlier results, server
// instructions, and resources and prompts that were read. They come from the request's own server or, with
// `includeContext: "allServers"`, from every connected one. Nothing is fetched or added here; each text is exactly
// what would be added, with secrets masked.
import { contextWish } from "#shared/request/context/piece.ts";
import type { ContextPiece, PieceKind, WholePiece } from "#shared/request/context/piece.ts";
import { estimateTokenCount } from "tokenx";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RunView, ServerView } from "#shared/servers/server.ts";
import type { Desk } from "../../core/desk/desk.ts";
import type { Hasher } from "../../core/ports.ts";
import type { Secrets } from "../../profile/encryption/secrets.ts";
import type { ServersService } from "../servers.ts";
import type { CallsService } from "./calls.ts";
import { callText, promptText, resourceText, resultText, requestText } from "./contextTexts.ts";
import { formsOf, masked, shortOf } from "./contextMask.ts";
import type { ShortSecret } from "./contextMask.ts";

interface Deps {
  desk: Pick<Desk, "request" | "requests">;
  servers: ServersService;
  calls: CallsService;
  secrets: Secrets;
  hasher: Hasher;
}

/** What is computed once per text. */
type Measured = Pick<WholePiece, "text" | "characters" | "tokens" | "stamp" | "masked" | "left">;

/** Above this many characters, tokens are estimated at four characters each. */
const MOST_COUNTED = 100_000;

export class ContextService {
  readonly #deps: Deps;
  /** Keyed by the view a text was made from: views are replaced when they change, never mutated. */
  #measured = new WeakMap<object, Measured>();
  #secrets = "";
  #forms: string[] = [];
  #short: ShortSecret[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** All pieces for one request, without their texts; its own server's come first. */
  pieces(requestId: string): Outcome<ContextPiece[], Failure> {
    const request = this.#deps.desk.request(requestId);
    if (request === undefined) return fail({ kind: "not-found", what: "sample" });
    return ok(this.#all(request).map(({ text: _text, ...piece }) => piece));
  }

  /** One piece with its current text. */
  piece(requestId: string, pieceId: string): Outcome<WholePiece, Failure> {
    const request = this.#deps.desk.request(requestId);
    if (request === undefined) return fail({ kind: "not-found", what: "sample" });
    const piece = this.#all(request).find(({ id }) => id === pieceId);
    return piece === undefined ? fail({ kind: "not-found", what: "context" }) : ok(piece);
  }

  #all(request: HeldRequest): WholePiece[] {
    this.#lookAtSecrets();
    const { serverId } = request.requester;
    const servers = this.#deps.servers.views();
    const own = servers.filter(({ id }) => id === serverId);
    // Other servers' context is offered only to a request that asked for all servers.
    const all = contextWish(request.proposed?.includeContext) === "allServers";
    const others = servers.filter(
      ({ id, state }) => all && id !== serverId && state.kind === "connected",
    );
    return [...own, ...others].flatMap((server) => this.#ofServer(server, request));
  }

  #ofServer(server: ServerView, request: HeldRequest): WholePiece[] {
    const own = server.id === request.requester.serverId;
    // Only what the server itself said or was told in this call is selected by default.
    const wanted = own && contextWish(request.proposed?.includeContext) === "thisServer";
    const runs = this.#deps.calls.views().filter((run) => run.serverId === server.id);
    const caused = callOf(request);
    const make = (
      kind: PieceKind,
      of: { id: string; title: string; atMs: number | null; preset?: boolean },
      measured: Measured,
    ): WholePiece => ({
      ...of,
      kind,
      serverId: server.id,
      server: server.name,
      own,
      title: masked(of.title, this.#forms, this.#short).text,
      preset: of.preset === true && wanted,
      ...measured,
    });
    const ofRun = (run: RunView): WholePiece[] => {
      // A resource or prompt still being read has no result to offer yet.
      const reading = run.state === "running" && run.kind !== "tool" && run.id !== caused;
      const text = reading ? null : textOfRun(run);
      if (text === null) return [];
      const { id, name: title, startedAtMs: atMs } = run;
      const preset = id === caused && run.state === "running";
      return [
        make(kindOf(run), { id: `run ${id}`, title, atMs, preset }, this.#measure(run, text)),
      ];
    };
    const { negotiated } = server;
    const said = negotiated?.instructions ?? "";
    const instructions =
      negotiated === undefined || said === ""
        ? []
        : [
            make(
              "instructions",
              { id: `instructions ${server.id}`, title: "", atMs: null, preset: true },
              this.#measure(negotiated, said),
            ),
          ];
    const pieces = [...latestReadings(runs).toReversed().flatMap(ofRun), ...instructions];
    const before = own && caused !== null ? this.#earlier(request, caused, make) : [];
    return [...pieces, ...before].toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  }

  /** Earlier requests of the same call that got a response, newest first. */
  #earlier(
    request: HeldRequest,
    runId: string,
    make: (
      kind: PieceKind,
      of: { id: string; title: string; atMs: number | null },
      measured: Measured,
    ) => WholePiece,
  ): WholePiece[] {
    return this.#deps.desk
      .requests()
      .filter((other) => other.id !== request.id && callOf(other) === runId)
      .toReversed()
      .flatMap((other) => {
        const text = requestText(other);
        if (text === null) return [];
        const of = { id: `sample ${other.id}`, title: callName(other), atMs: other.receivedAtMs };
        return [make("sample", of, this.#measure(other, text))];
      });
  }

  #measure(of: object, raw: string): Measured {
    const known = this.#measured.get(of);
    if (known !== undefined) return known;
    const { text, masked: count, left } = masked(raw, this.#forms, this.#short);
    const { length } = text;
    const measured: Measured = {
      text,
      characters: length,
      tokens: length > MOST_COUNTED ? Math.round(length / 4) : estimateTokenCount(text),
      stamp: this.#deps.hasher.hash(text),
      masked: count,
      left,
    };
    this.#measured.set(of, measured);
    return measured;
  }

  /** Masked texts depend on the secrets, so they are recomputed when a secret changes. */
  #lookAtSecrets(): void {
    const named = this.#deps.servers.secretValues();
    const values = [...this.#deps.secrets.everything(), ...named.map(({ value }) => value)];
    const together = this.#deps.hasher.hash([values, named.map(({ name }) => name)]);
    if (together === this.#secrets) return;
    this.#secrets = together;
    this.#forms = formsOf(values);
    this.#short = shortOf(named);
    this.#measured = new WeakMap();
  }
}

const ORDER: readonly PieceKind[] = [
  "call",
  "sample",
  "instructions",
  "resource",
  "prompt",
  "result",
];

/** The run that certainly caused the request, or null. */
const callOf = ({ origin }: HeldRequest): string | null =>
  origin.kind === "certain" ? origin.call.runId : null;
const callName = ({ origin }: HeldRequest): string =>
  origin.kind === "certain" ? origin.call.name : "";

function kindOf({ state, kind }: RunView): PieceKind {
  if (state === "running") return "call";
  return kind === "tool" ? "result" : kind;
}

function textOfRun(run: RunView): string | null {
  if (run.state === "running") return callText(run);
  if (run.state !== "done") return null;
  switch (run.kind) {
    case "tool":
      return resultText(run);
    case "resource":
      return resourceText(run.result);
    case "prompt":
      return promptText(run.result);
  }
}

/** Keeps only the latest reading of a resource or prompt that was read several times with the same arguments. */
function latestReadings(runs: readonly RunView[]): RunView[] {
  const last = new Map<string, RunView>();
  for (const run of runs) {
    const same = run.kind === "tool" || run.state !== "done" ? run.id : keyOf(run);
    last.delete(same);
    last.set(same, run);
  }
  return [...last.values()];
}

const keyOf = ({ kind, name, arguments: given }: RunView): string =>
  JSON.stringify([kind, name, given]);
