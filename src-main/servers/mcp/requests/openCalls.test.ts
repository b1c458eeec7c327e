// Which call the open calls of several connections stand for.
import { expect, it } from "vitest";
import type { OriginCall } from "#shared/request/life/heldRequest.ts";
import { joinedOrigin } from "./openCalls.ts";

const call = (runId: string): OriginCall => ({
  runId,
  method: "tools/call",
  name: "summarize",
  arguments: {},
});

it("names a call only if the parts have just one", () => {
  expect(joinedOrigin([])).toEqual({ kind: "none" });
  expect(joinedOrigin([{ kind: "none" }, { kind: "none" }])).toEqual({ kind: "none" });
  expect(joinedOrigin([{ kind: "none" }, { kind: "certain", call: call("a") }])).toEqual({
    kind: "certain",
    call: call("a"),
    counted: true,
  });
  expect(
    joinedOrigin([
      { kind: "certain", call: call("a") },
      { kind: "ambiguous", calls: [call("b"), call("c")] },
    ]),
  ).toEqual({ kind: "ambiguous", calls: [call("a"), call("b"), call("c")] });
});
