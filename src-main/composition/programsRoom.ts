// Creates the programs, which call models through the desk's port, and the endpoint where they do.
import { randomUUID } from "node:crypto";
import process from "node:process";
import type { JsonObject } from "#shared/json.ts";
import type { Failure } from "#shared/outcome.ts";
import { estimateTokenCount } from "tokenx";
import type { ModelRef } from "#shared/models/model.ts";
import { promptTokens } from "#shared/models/cost/estimate.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { DeskIntake, Ledger } from "../core/ports.ts";
import { callerProgram } from "../programs/endpoint/callerProgram.ts";
import { Endpoint } from "../programs/endpoint/endpoint.ts";
import { HeldCompletions } from "../programs/endpoint/heldCompletions.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import { chooseModel } from "../models/chooseModel.ts";
import { checkModelAllowed } from "../models/modelAllowed.ts";
import type { ModelsService } from "../models/models.ts";
import { ProgramsService } from "../programs/programs.ts";
import type { ServersService } from "../servers/servers.ts";
import type { ProgramStore } from "../programs/programStore.ts";
import type { LoopbackRoom } from "../net/loopbackRoom.ts";
import { tokens } from "../profile/tokens.ts";

const clock = { nowMs: Date.now, newId: randomUUID };

export interface ProgramsRoom {
  programs: ProgramsService;
  /** The removal of a server is final. */
  removeOf(this: void, serverId: string): void;
  /** Serves the programs on the desk's port. */
  serve(desk: ProgramsDesk): void;
  close(): Promise<void>;
}

type ProgramsDesk = DeskIntake & Pick<Desk, "ruleEngine">;

interface ProgramsDeps {
  store: ProgramStore;
  loopback: LoopbackRoom;
  models: Pick<ModelsService, "latest" | "isEnabled" | "check">;
  servers: () => ServersService;
  changed(): void;
  agentCalled(): void;
  note(kind: string, facts: JsonObject): ReturnType<Ledger["note"]>;
  fault(failure: Failure): void;
}

export function openProgramsRoom(deps: ProgramsDeps): ProgramsRoom {
  const { store, loopback, servers, changed, agentCalled, fault } = deps;
  let held: HeldCompletions | null = null;
  const programs = new ProgramsService({
    store,
    tokens,
    port: loopback,
    servers: {
      views: () => servers().views(),
      update: (id, input) => servers().update(id, input),
      policyOf: (id) => (servers().connection(id) === undefined ? null : servers().policyOf(id)),
    },
    clock,
    changed,
    agentCalled,
    removed: (id) => held?.end(id),
  });
  programs.faults.forEach(fault);
  void programs.open().then((opened) => {
    if (!opened.ok) fault(opened.failure);
  });
  return {
    programs,
    removeOf(serverId) {
      const removed = programs.removeOf(serverId);
      if (!removed.ok) fault(removed.failure);
    },
    serve(desk) {
      held = heldFor(programs, desk, deps);
      loopback.add(endpointFor(programs, held, desk, deps.models));
    },
    async close() {
      held?.close();
      await loopback.close();
    },
  };
}

const policyIn = (programs: ProgramsService, id: string): ServerPolicy =>
  programs.policyOf(id) ?? defaultPolicy;

const heldFor = (
  programs: ProgramsService,
  desk: DeskIntake,
  { note, servers, fault }: ProgramsDeps,
) =>
  new HeldCompletions({
    desk,
    policyOf: (id) => policyIn(programs, id),
    originOf: (serverId) => (serverId === null ? { kind: "none" } : servers().originOf(serverId)),
    streamsLive: (id) => programs.permissionOf(id) !== null,
    repeated(requestId, times) {
      const noted = note("rejection-repeated", { sampleId: requestId, times });
      if (!noted.ok) fault(noted.failure);
    },
    clock,
  });

/** Asks providers whose models are not known for them; one round serves all who wait. */
function listing(models: ProgramsDeps["models"]): () => Promise<void> {
  let round: Promise<void> | null = null;
  return () => {
    const unknown = models
      .latest()
      .providers.filter(
        ({ state, models: listed, modelNames = [] }) =>
          state.kind !== "answers" && listed.every(({ ref }) => modelNames.includes(ref.modelId)),
      );
    round ??= Promise.all(unknown.map(({ id }) => models.check(id))).then(() => {
      round = null;
    });
    return round;
  };
}

const endpointFor = (
  programs: ProgramsService,
  held: HeldCompletions,
  desk: ProgramsDesk,
  models: ProgramsDeps["models"],
): Endpoint =>
  new Endpoint({
    programs,
    held,
    limitsOf: (id) => policyIn(programs, id).limits,
    models(id) {
      const { providers } = models.latest();
      const lists = { providers, isEnabled: (ref: ModelRef) => models.isEnabled(ref) };
      const program = { id, policy: policyIn(programs, id) };
      return providers
        .flatMap((provider) => provider.models.map(({ ref }) => ref))
        .filter((ref) => checkModelAllowed([program], lists, id, ref) === null)
        .map(({ modelId }) => modelId);
    },
    modelFor(id, document) {
      const { model } = document.completion;
      const asked = { ...document, modelPreferences: { hints: [{ name: model }] } };
      const view = models.latest();
      const ref = chooseModel(view, policyIn(programs, id), asked);
      const provider = view.providers.find(({ id: of }) => of === ref?.providerId);
      if (ref === null || provider === undefined) return null;
      return traitsOf(provider.kind, ref.modelId).exact ?? [];
    },
    whenListed: listing(models),
    passesUnread: (id) => desk.ruleEngine.passesUnread(id),
    callerOf: process.platform === "linux" ? callerProgram : null,
    countTokens: (document) => promptTokens(document, estimateTokenCount).total,
  });
