// For tests: a desk with fakes at its ports, and helpers to decide there.
import type { Decision } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { Desk } from "../desk/desk.ts";
import type { DeskDeps } from "../desk/deskDeps.ts";
import {
  FakeListener,
  FakeClock,
  FakeGenerator,
  FakeLedger,
  FakeMedia,
  FakeServer,
  plainHasher,
} from "./fakes.ts";

interface Fakes {
  ledger: FakeLedger;
  media: FakeMedia;
  generator: FakeGenerator;
  listener: FakeListener;
}

/** A desk in Review mode with fakes for everything missing in `parts`, and a server to send requests from. */
export function deskFor(parts: Partial<Omit<DeskDeps, keyof Fakes> & Fakes> = {}) {
  const {
    ledger = new FakeLedger(),
    media = new FakeMedia(),
    generator = new FakeGenerator(),
    listener = new FakeListener(),
    ...more
  } = parts;
  const fakes: Fakes = { ledger, media, generator, listener };
  const usual = { hasher: plainHasher, clock: new FakeClock(), masterSwitch: "review" as const };
  return { ...fakes, server: new FakeServer(), desk: new Desk({ ...usual, ...fakes, ...more }) };
}

export function requestAt(desk: Desk, id: string): HeldRequest {
  const request = desk.request(id);
  if (request === undefined) throw new Error(`no sample ${id}`);
  return request;
}

/** Decides on what is shown now: the request, or at gate 2 the last attempt's response. */
export function decideAt(desk: Desk, id: string, decision: Decision): ReturnType<Desk["decide"]> {
  const { revision, askedHash, phase, attempts } = requestAt(desk, id);
  const last = attempts.at(-1)?.state;
  const made = phase.kind === "response" && last !== undefined && "generatedHash" in last;
  return desk.decide(id, { revision, hash: made ? last.generatedHash : askedHash }, decision);
}
