// The answer to a form or a link: whole, read only, a secret only on request.
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Json } from "#shared/json.ts";
import type { ElicitationResponse } from "#shared/request/kinds/elicitation/document.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { TestMain } from "../../testing/testMain.ts";
import { EndedElicitation } from "./EndedElicitation.tsx";

const FORM = {
  message: "Fill it in.",
  requestedSchema: {
    type: "object",
    properties: {
      version: { type: "string", title: "Version" },
      targets: { type: "array", items: { enum: ["a", "b"] } },
      token: { type: "string", title: "Deploy token" },
      note: { type: "string" },
    },
  },
};
const LINK = {
  mode: "url" as const,
  message: "Sign in.",
  url: "https://connect.acme.example/oauth?x=1",
  elicitationId: "e",
};
/** An ended request: what the user sent, and when the server reported the page complete. */
function ended(
  request: Record<string, Json>,
  document: ElicitationResponse | null,
  completedAtMs?: number,
): HeldRequest {
  const { request: held } = new TestMain().ask(request, { requestKind: "elicitation" });
  const ending =
    document === null
      ? { kind: "cancelled" as const, because: { kind: "server-cancelled" as const } }
      : { kind: "replied" as const, attemptId: null, document };
  const done = { kind: "completed" as const, atMs: completedAtMs ?? 0 };
  return {
    ...held,
    phase: { kind: "ended", atMs: 0, ending },
    timeline: completedAtMs === undefined ? [] : [done],
  } as unknown as HeldRequest;
}
const words = () => (document.body.textContent ?? "").replaceAll("\u00A0", " ");
const of = (name: string) => screen.getByRole("group", { name }).textContent;

test("a form shows each field with what was sent, and what was left out", () => {
  const content = { version: "2.4.0", targets: ["a", "b"], token: "s3cret" };
  render(<EndedElicitation request={ended(FORM, { action: "accept", content })} />);
  expect(words()).toContain("Fill it in.");
  expect(words()).toContain("Submitted by you");
  expect(of("Version")).toContain("2.4.0");
  expect(of("targets")).toContain('["a","b"]');
  expect(of("note")).toContain("Not sent");
  expect(words()).not.toContain("s3cret");
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(of("Deploy token")).toContain("s3cret");
});

test.each<[ElicitationResponse | null, string]>([
  [{ action: "decline" }, "Declined by you"],
  [{ action: "cancel" }, "Cancelled by you"],
  [null, "Nothing was sent"],
])("%j is shown without a value", (response, said) => {
  render(<EndedElicitation request={ended(FORM, response)} />);
  expect(words()).toContain(said);
  expect(screen.queryByRole("group")).toBeNull();
});

test("a link shows its whole address, and when the server reported it complete", () => {
  const response = { action: "accept" } as const;
  const { rerender } = render(<EndedElicitation request={ended(LINK, response)} />);
  expect(document.querySelector("[data-address]")?.textContent).toBe(LINK.url);
  expect(document.querySelector("[data-address] mark")?.textContent).toBe("acme.example");
  expect(words()).toContain("Opened in your browser");
  expect(words()).not.toContain("complete");
  rerender(<EndedElicitation request={ended(LINK, response, Date.UTC(2026, 10, 24))} />);
  expect(words()).toContain("The server said that it’s complete");
});
