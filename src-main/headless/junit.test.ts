import { expect, it } from "vitest";
import { junitOf } from "./junit.ts";
import type { RequestOutcome } from "./outcomes.ts";

const one: RequestOutcome = {
  id: "1",
  requester: "notes",
  kind: "sampling",
  call: "ask",
  result: "allowed",
  by: "Rule",
  reason: null,
  heldBack: null,
  count: 1,
  tookMs: 1500,
};

it("counts what was asked, allowed and refused, and keeps untrusted names harmless", () => {
  const text = junitOf(
    [
      one,
      { ...one, id: "2", result: "refused", by: null, reason: "undecided", count: 3 },
      { ...one, id: "3", call: '"/><x>&\u0007\u{1F600}', result: "cancelled", reason: "quit" },
    ],
    2000,
  );
  expect(text).toContain(
    '<testsuites name="countersign" tests="3" failures="1" errors="1" time="2.000">',
  );
  expect(text).toContain('<testcase classname="notes" name="sampling ask 1" time="1.500">');
  expect(text).toContain('<failure type="undecided" message="refused: undecided"/>');
  expect(text).toContain('<property name="requests" value="3"/>');
  expect(text).toContain('name="sampling &quot;/&gt;&lt;x&gt;&amp;?\u{1F600} 3"');
  expect(text).toContain('<error type="quit" message="cancelled: quit"/>');
});
