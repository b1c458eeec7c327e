// Where in a request's life the app is killed: before and after each write and each effect. No point needs a hook in
// the app: the server and the model see bytes, the ledger's file shows rows, the window sees main's pushes.
import type { HeldRequest } from "../../src-shared/request/life/heldRequest.ts";
import { neverEnds, streamsText } from "../support/scriptedModel.ts";
import type { World } from "./world.ts";

/** Brings a request to the point of the kill; returns at that moment. */
type Point = (world: World) => Promise<void>;

const atGate2 = ({ phase }: HeldRequest): boolean => phase.kind === "response";

async function gate1(world: World): Promise<HeldRequest> {
  return world.request(world.ask());
}

async function gate2(world: World): Promise<HeldRequest> {
  const words = world.ask();
  await world.decide(await world.request(words), world.approveRequest);
  return world.request(
    words,
    (request) => atGate2(request) && request.attempts.some(({ state }) => state.kind === "done"),
  );
}

/** Not awaited: the app dies before it can respond. */
const late = (decided: Promise<unknown>): void => void decided.catch(() => undefined);

/** Polls without a pause. */
async function until(seen: () => boolean | Promise<boolean>): Promise<void> {
  const lastMs = Date.now() + 15_000;
  while (!(await seen())) {
    if (Date.now() > lastMs) throw new Error("it did not come to that");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Decides and returns as soon as its row, or a later one, is written. */
async function untilRow(world: World, kind: string, act: () => Promise<unknown>): Promise<void> {
  const head = world.ledger.head();
  late(act());
  await world.ledger.row(kind, head);
}

export const POINTS: Record<string, Point> = {
  "a request is on its way in": async (world) => void world.ask(),
  "a request is recorded": (world) =>
    untilRow(world, "received", () => Promise.resolve(world.ask())),
  "an edit at gate 1 was typed": async (world) => world.type(await gate1(world)),
  "an image is added": async (world) => {
    const { id } = await gate1(world);
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
    const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
    await untilRow(world, "media-kept", () =>
      world.desk.page.evaluate(
        ({ id, bytes }) => window.desk.invoke("media.put", id, "image", Uint8Array.from(bytes)),
        { id, bytes: [...bytes] },
      ),
    );
  },
  "an approval at gate 1 is on its way": async (world) => {
    late(world.decide(await gate1(world), world.approveRequest));
  },
  "an approval at gate 1 is recorded": async (world) => {
    const request = await gate1(world);
    await untilRow(world, "request-approved", () => world.decide(request, world.approveRequest));
  },
  "a model is asked": async (world) => {
    const request = await gate1(world);
    const before = world.model.asked().length;
    late(world.decide(request, world.approveRequest));
    await until(() => world.model.asked().length > before);
  },
  "the first words have come": async (world) => {
    world.model.answers(neverEnds(["first ", "words"]));
    const words = world.ask();
    await world.decide(await world.request(words), world.approveRequest);
    await until(async () =>
      JSON.stringify((await world.desk.snapshot()).streams).includes("first"),
    );
    world.model.answers(streamsText(["one ", "two ", "three"]));
  },
  "a generation is recorded": async (world) => {
    const request = await gate1(world);
    await untilRow(world, "attempt-done", () => world.decide(request, world.approveRequest));
  },
  "an edit at gate 2 was typed": async (world) => world.typeAnswer(await gate2(world)),
  "an approval at gate 2 is on its way": async (world) => {
    late(world.decide(await gate2(world), world.approveResponse));
  },
  "an approval at gate 2 is recorded": async (world) => {
    const request = await gate2(world);
    await untilRow(world, "response-approved", () => world.decide(request, world.approveResponse));
  },
  "the server has the answer": async (world) => {
    const request = await gate2(world);
    late(world.decide(request, world.approveResponse));
    await world.puppet.heard(
      ({ method, id, result }) =>
        method === undefined && typeof id === "string" && result !== undefined,
    );
  },
  "a delivery is recorded": async (world) => {
    const request = await gate2(world);
    await untilRow(world, "delivered", () => world.decide(request, world.approveResponse));
  },
  "an answer by hand is recorded": async (world) => {
    const request = await gate1(world);
    await untilRow(world, "answered-by-hand", () => world.decide(request, world.answerByHand));
  },
  "a rejection is recorded": async (world) => {
    const request = await gate1(world);
    await untilRow(world, "rejected", () =>
      world.decide(request, () => ({ kind: "reject", tellServer: false })),
    );
  },
  "the server has the rejection": async (world) => {
    late(world.decide(await gate1(world), () => ({ kind: "reject", tellServer: false })));
    await world.puppet.heard(
      ({ method, id, error }) =>
        method === undefined && typeof id === "string" && error !== undefined,
    );
  },
  "a withdrawal is recorded": async (world) => {
    const words = world.ask();
    await world.request(words);
    await untilRow(world, "cancelled", () => Promise.resolve(world.withdraw(words)));
  },
};

/** Several requests in different ways at once, until the kill comes at any time. */
export async function everything(world: World): Promise<void> {
  await Promise.all([
    gate2(world).then((request) => world.decide(request, world.approveResponse)),
    gate2(world).then((request) =>
      world.decide(request, () => ({ kind: "reject", tellServer: true })),
    ),
    gate1(world).then((request) => world.decide(request, world.answerByHand)),
    gate1(world).then((request) =>
      world.decide(request, () => ({ kind: "reject", tellServer: false })),
    ),
    gate1(world).then((request) => world.type(request)),
    Promise.resolve(world.withdraw(world.ask())),
  ]);
}
