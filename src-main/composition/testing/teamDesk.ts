// Desks of one team on a real PostgreSQL, as the app has them, for tests.
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { TeamPolicy } from "#shared/team/policy.ts";
import type { TeamSettings } from "#shared/team/settings.ts";
import { deskFor } from "../../core/testing/deskFor.ts";
import { FakeMedia, GENEROUS_POLICY, textResponse } from "../../core/testing/fakes.ts";
import type { Incoming } from "../../core/ports.ts";
import type { OfferedModel } from "#shared/team/offered.ts";
import { TeamService } from "../../team/team.ts";
import type { TeamServiceParts } from "../../team/team.ts";
import { hasher } from "../../core/serviceTesting.ts";
import type { Network } from "../../team/testing/proxy.ts";
import { testTeam } from "../../team/testing/team.ts";
import type { TestLogin, TestTeam } from "../../team/testing/team.ts";

export let database: TestTeam;
const open: TeamService[] = [];

/** Starts a database for the tests of this file; each closes its desks. */
export function useTeam(): void {
  beforeAll(async () => {
    database = await testTeam();
  });
  afterAll(() => database.end());
  afterEach(async () => {
    await Promise.all(open.splice(0).map((team) => team.close()));
  });
}

export const PARAMS = {
  messages: [{ role: "user", content: { type: "text", text: "Which regions are down?" } }],
  maxTokens: 50,
};
export const MODEL = { providerId: "p", modelId: "m" };
export const policy = { ...GENEROUS_POLICY, team: true };

/** A team that is in memory alone. */
export function teamWith(parts: Partial<TeamServiceParts> = {}): TeamService {
  let kept: TeamSettings | null = null;
  const secrets = new Map<string, string>();
  return new TeamService({
    store: {
      load: () => ({ value: { team: kept }, faults: [] }),
      save: ({ team }) => ((kept = team), ok(null)),
    },
    secrets: {
      get: (name) => secrets.get(name) ?? null,
      set: (name, value) => (secrets.set(name, value), ok(null)),
      remove: (name) => void secrets.delete(name),
    },
    readAuthorities: () => ok(""),
    takesAll: false,
    media: new FakeMedia(),
    models: { offered: () => [] },
    audience: { set: () => undefined },
    fault: () => undefined,
    ...parts,
  });
}

/** A desk of the team, as the app has one. */
export async function desk(
  login: TestLogin,
  { network, ...more }: { network?: Network } & NonNullable<Parameters<typeof deskFor>[0]> = {},
) {
  const media = new FakeMedia();
  const faults: Failure[] = [];
  const clock = { nowMs: Date.now, newId: () => crypto.randomUUID() };
  const offered: OfferedModel[] = [
    { ...MODEL, name: "M", provider: `${login}’s`, kind: "anthropic" },
  ];
  const team = teamWith({
    media,
    models: { offered: () => offered },
    fault: (failure) => void faults.push(failure),
  });
  const made = deskFor({
    team: team.requests,
    teamRules: (...of: [string, boolean]) => team.rulesFor(...of),
    hasher,
    clock,
    media,
    ...more,
  });
  team.connect(made.desk);
  const { port } = database.server;
  const url = database.server.url(login).replace(`:${port}/`, `:${network?.port ?? port}/`);
  await team.join({ url, label: login, authorities: null, allowPlain: false }, null);
  await vi.waitFor(() => expect(team.view().state?.kind).toBe("online"), { timeout: 10_000 });
  open.push(team);
  return {
    ...made,
    team,
    faults,
    ask: (params: object = PARAMS, over: Partial<Incoming> = {}) =>
      made.desk.receive(made.server.request(params as never, { policy, ...over })).requestId,
    sees: (id: string, wanted: HeldRequest["phase"]["kind"]) =>
      vi.waitFor(() => expect(made.desk.request(id)?.phase.kind).toBe(wanted), { timeout: 10_000 }),
    decide(id: string, decision: Decision) {
      const request = made.desk.request(id);
      if (request === undefined) throw new Error(`not shown: ${id}`);
      const last = request.attempts.at(-1)?.state;
      const hash =
        request.phase.kind === "response" && last !== undefined && "generatedHash" in last
          ? last.generatedHash
          : request.askedHash;
      return team.requests.decide(id, { revision: request.revision, hash }, decision);
    },
  };
}
export type TestDesk = Awaited<ReturnType<typeof desk>>;

const approval = ({ proposed }: Pick<HeldRequest, "proposed">, text?: string): Decision => {
  if (proposed === null) throw new Error("nothing to approve");
  const document =
    text === undefined
      ? proposed
      : {
          ...proposed,
          messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
        };
  return { kind: "approve-request", document, model: MODEL };
};
export const approve = (at: TestDesk, id: string, text?: string) =>
  at.decide(id, approval(at.desk.request(id) ?? { proposed: null }, text));
export const answers = (at: TestDesk, text: string) =>
  at.generator.answer({ kind: "done", generated: textResponse(text), tookMs: 1 });
export async function approveResponse(at: TestDesk, id: string) {
  await vi.waitFor(() =>
    expect(at.desk.request(id)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  const [attempt] = at.desk.request(id)?.attempts ?? [];
  if (attempt?.state.kind !== "done") throw new Error("no response");
  return at.decide(id, {
    kind: "approve-response",
    attemptId: attempt.id,
    document: attempt.state.generated,
  });
}
export const setPolicy = async (at: TestDesk, more: Partial<TeamPolicy>) => {
  const now = at.team.policy();
  if (!now.ok) throw new Error(now.failure.kind);
  const next = { rules: [], twoPeople: [], budgets: [], ...more };
  expect(await at.team.setPolicy(next, now.value.version)).toEqual(ok(null));
};
