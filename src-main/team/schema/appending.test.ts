// The database knows every kind of row that a desk writes about a request.
import { expect, it } from "vitest";
import type { SampleEvent } from "../../../src-shared/sampling/life/event.ts";
import { APPENDING } from "./appending.ts";

/** Complete by its type. A request begins with `received`, which is published rather than appended. */
const KINDS: Record<Exclude<SampleEvent["kind"], "received">, true> = {
  ...{ grouped: true, "media-kept": true, "caller-found": true, "rounds-allowed": true },
  ...{ inspected: true, judged: true, completed: true, "refused-more": true },
  ...{ "request-approved": true, "run-approved": true, "response-approved": true },
  ...{ "answered-by-hand": true, "answered-by-fixture": true, "returned-to-request": true },
  ...{ "attempt-started": true, "attempt-done": true, "attempt-stopped": true },
  ...{ "attempt-failed": true, "stop-asked": true, "taken-back": true, released: true },
  ...{ delivered: true, "delivery-failed": true, "delivery-unknown": true },
  ...{ rejected: true, refused: true, cancelled: true },
};

it("takes each kind of row", () => {
  const unknown = Object.keys(KINDS).filter((kind) => !APPENDING.includes(`'${kind}'`));
  expect(unknown).toEqual([]);
});
