// The gates of forms and links in the window: what is sent, what is disabled until then, how secrets are treated.
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FormRequest, UrlRequest } from "#shared/request/kinds/elicitation/request.ts";
import type {
  ElicitationResponse,
  FormContent,
} from "#shared/request/kinds/elicitation/document.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import { mirror } from "#data/mirror.ts";
import { openRequest } from "#data/view.ts";
import { takeDraft } from "#data/requests/keptWork.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, isOff, primary, says } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

/** Opens the window with this request. Its decisions are noted and change nothing; only characters are scanned. */
async function open(
  request: FormRequest | UrlRequest,
  parts: { language?: "zh"; draft?: FormContent } = {},
) {
  const sent: ElicitationResponse[] = [];
  const drafts: (FormContent | null)[] = [];
  const main = new TestMain({
    ...(parts.language === undefined ? {} : { language: parts.language }),
    answers: {
      "inspect.document": () => ok(null),
      "desk.decide": (_id, _base, decision) => {
        if ("document" in decision) sent.push(decision.document as unknown as ElicitationResponse);
        return ok(null);
      },
      "drafts.save": (_id, draft) => {
        drafts.push(contentOf(draft.document));
        return ok(null);
      },
    },
  });
  // Main refuses an address that is never opened; the window doesn't rely on that.
  const asked = request.mode === "url" ? { ...request, url: "https://acme.example/" } : request;
  const { request: held } = main.ask(asked as unknown as Json, { requestKind: "elicitation" });
  const opened = await openWindow(main, { screen: "settings" });
  const proposed = request as unknown as RequestDocument;
  await opened.inMain(() => {
    mirror.setState({ requests: { [held.id]: { ...held, proposed } } });
    openRequest(held.id);
  });
  if (parts.draft !== undefined) {
    const document = { action: "accept", content: parts.draft } as unknown as ResponseDocument;
    await opened.inMain(() => takeDraft(held.id, { gate: "respond", document }));
  }
  await screen.findByTestId("primary");
  return { ...opened, sent, drafts };
}

const contentOf = (document: unknown): FormContent =>
  (document as { content: FormContent }).content;

const form = (properties: JsonObject, required: string[] = []): FormRequest => ({
  message: "Fill in the release details to continue.",
  requestedSchema: { type: "object", properties, required },
});
const RELEASE = form(
  {
    version: { type: "string", title: "Version", default: "2.4.0" },
    channel: {
      type: "string",
      oneOf: [
        { const: "beta", title: "Beta" },
        { const: "stable", title: "Stable" },
      ],
      default: "beta",
    },
    percent: { type: "integer", title: "Rollout percent", minimum: 0, maximum: 100 },
    notify: { type: "boolean", default: true },
    mail: { type: "string", format: "email" },
  },
  ["version", "channel", "percent"],
);
const field = (name: RegExp): HTMLElement => screen.getByLabelText(name);
const type = (name: RegExp, value: string): void =>
  void fireEvent.change(field(name), { target: { value } });

test("a form shows its defaults, reports what is missing, and sends what is shown", async () => {
  const { user, passGuard, sent } = await open(RELEASE);
  await passGuard();
  expect(says()).toContain("5 fields, 3 required");
  expect(field(/^Version/)).toHaveProperty("value", "2.4.0");
  expect(says()).toContain("Fill in field 3 to submit");
  expect(isOff(primary())).toBe(true);

  type(/^Rollout percent/, "140");
  expect(says()).toContain("Must be 100 or less.");
  expect(says()).toContain("Fix field 3 to submit");
  type(/^Rollout percent/, "14x");
  expect(field(/^Rollout percent/)).toHaveProperty("value", "14x");
  expect(says()).toContain("Must be of type integer.");
  type(/^Rollout percent/, "25");
  type(/^mail/, "ana");
  expect(says()).toContain("Must be a valid email.");
  type(/^mail/, "");
  await passGuard();
  expect(says()).toContain("Sends 4 fields to");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const content = { version: "2.4.0", channel: "beta", percent: 25, notify: true };
  expect(sent).toEqual([{ action: "accept", content }]);
});

test("the JSON view shows exactly what would be sent, and the request as received", async () => {
  const { user, passGuard } = await open(RELEASE);
  await passGuard();
  type(/^Rollout percent/, "7");
  (document.activeElement as HTMLElement | null)?.blur();
  await user.keyboard("2");
  const paper = screen.getByRole("region", { name: /^What the server receives/ });
  expect(JSON.parse(paper.textContent ?? "")).toEqual({
    action: "accept",
    content: { version: "2.4.0", channel: "beta", percent: 7, notify: true },
  });
  const request = screen.getByRole("region", { name: /^Request as received/ });
  expect(JSON.parse(request.textContent ?? "")).toEqual(RELEASE);
});

test("Decline and Cancel differ, need no valid form, and wait for the guard", async () => {
  const { user, passGuard, sent } = await open(RELEASE);
  expect(isOff(button("Decline"))).toBe(true);
  await passGuard();
  await user.click(button("Decline"));
  await user.click(button("Cancel"));
  expect(sent).toEqual([{ action: "decline" }, { action: "cancel" }]);
});

test("a field that looks like a secret starts empty, is not saved in a draft, and takes a second press", async () => {
  const { user, passGuard, sent, drafts } = await open(
    form({
      name: { type: "string", default: "ana" },
      deploy_token: { type: "string", title: "Deploy token", default: "taken-from-elsewhere" },
    }),
  );
  await passGuard();
  const secret = field(/^Deploy token/);
  expect(secret).toHaveProperty("value", "");
  expect(secret).toHaveProperty("type", "password");
  expect(says()).toContain("Looks like a secret.");
  expect(says()).toContain("Field 2 asks for a secret");
  type(/^Deploy token/, "s3cret");
  await passGuard();
  expect(drafts).toEqual([{ name: "ana" }]);
  await user.click(primary());
  expect(sent).toEqual([]);
  expect(says()).toContain("Press again to send it to");
  expect(primary().textContent).toContain("Submit secret");
  // The half second starts again: a habitual second press ends here.
  expect(isOff(primary())).toBe(true);
  await user.click(primary());
  expect(sent).toEqual([]);
  // Another value is another decision.
  type(/^Deploy token/, "other");
  await passGuard();
  expect(primary().textContent).not.toContain("Submit secret");
  await user.click(primary());
  await passGuard();
  await user.click(primary());
  expect(sent).toEqual([{ action: "accept", content: { name: "ana", deploy_token: "other" } }]);
});

test(
  "an optional field can be left out again, multiple choices keep the form's order",
  { tags: ["long"] },
  async () => {
    const { user, passGuard, sent } = await open(
      form({
        targets: { type: "array", items: { enum: ["a", "b", "c"] }, maxItems: 2 },
        agree: { type: "boolean" },
      }),
    );
    await passGuard();
    const several = within(screen.getByRole("group", { name: "targets" }));
    for (const name of ["c", "a", "b"]) await user.click(several.getByRole("checkbox", { name }));
    expect(says()).toContain("Choose 2 or fewer.");
    await user.click(several.getByRole("checkbox", { name: "b" }));
    await passGuard();
    await user.click(primary());
    expect(sent).toEqual([{ action: "accept", content: { targets: ["a", "c"] } }]);
    await user.click(button("Reset to defaults"));
    await passGuard();
    await user.click(primary());
    expect(sent[1]).toEqual({ action: "accept", content: {} });
  },
);

test(
  "a required yes or no without a default is chosen by the user, never by the form",
  { tags: ["long"] },
  async () => {
    const { user, passGuard, sent } = await open(
      form(
        { sure: { type: "boolean", title: "Sure" }, again: { type: "boolean", default: false } },
        ["sure", "again"],
      ),
    );
    await passGuard();
    expect(says()).toContain("Fill in field 1 to submit");
    expect(says()).not.toContain("Sends 2 of 2 fields");
    expect(isOff(primary())).toBe(true);
    await user.click(field(/^Sure/));
    await user.click(screen.getByRole("option", { name: "No" }));
    await passGuard();
    await user.click(primary());
    expect(sent).toEqual([{ action: "accept", content: { sure: false, again: false } }]);
  },
);

test("a pattern is checked before anything is sent", async () => {
  const { user, pass, passGuard, sent } = await open(
    form({ code: { type: "string", pattern: "^[A-Z]{3}$" } }),
  );
  type(/^code/, "abc");
  expect(isOff(primary())).toBe(true);
  await pass(300);
  expect(says()).toContain("Must match the pattern.");
  type(/^code/, "ABC");
  await pass(300);
  await passGuard();
  await user.click(primary());
  expect(sent).toEqual([{ action: "accept", content: { code: "ABC" } }]);
});

test("an odd field is flagged beside itself", { tags: ["long"] }, async () => {
  await open(
    form({
      a: { type: "string", default: 7 },
      b: { type: "string", pattern: "a".repeat(501) },
    }),
  );
  const findings = screen.getByRole("region", { name: "Findings" });
  expect(findings.textContent).toContain("2 warnings");
  fireEvent.click(within(findings).getAllByRole("button")[0] as HTMLElement);
  expect(findings.textContent).toContain("Field 1: the default doesn’t fit and is left out");
  expect(findings.textContent).toContain("Field 2: the pattern is too long and isn’t checked");
});

test("earlier input is shown again", { tags: ["long"] }, async () => {
  await open(RELEASE, { draft: { version: "3.0.0", percent: 5 } });
  expect(field(/^Version/)).toHaveProperty("value", "3.0.0");
  expect(field(/^Rollout percent/)).toHaveProperty("value", "5");
});

const link = (url: string): UrlRequest => ({
  mode: "url",
  message: "Sign in to Acme Pay.",
  url,
  elicitationId: "e1",
});

test("a link is shown whole with its domain marked, and opened only on consent", async () => {
  const url = `https://connect.acme.co.uk/authorize?state=${"x".repeat(300)}&redirect_uri=https%3A%2F%2Fmcp.acme.example%2Fcb`;
  const { user, passGuard, sent } = await open(link(url));
  expect(document.querySelector("[data-address]")?.textContent).toBe(url);
  expect(document.querySelector("[data-address] mark")?.textContent).toBe("acme.co.uk");
  expect(document.querySelector("[data-address] a")).toBeNull();
  expect(says()).toContain("Countersign never opens it before you say so");
  expect(says()).toContain("mcp.acme.example");
  expect(isOff(primary())).toBe(true);
  await passGuard();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(sent).toEqual([{ action: "accept" }]);
});

test("a domain that imitates another names the letter, and takes a second press", async () => {
  const { user, passGuard, sent } = await open(link("https://connect.xn--acm-pay-9gg.com/oauth"));
  await passGuard();
  expect(says()).toContain("This domain imitates another.");
  expect(says()).toContain("acme-pay.com");
  expect(says()).toContain("U+0435 Cyrillic, not Latin e");
  // A long address cannot scroll this out of view.
  const paper = screen.getByRole("region", { name: "Text under review" });
  expect(paper.textContent).not.toContain("This domain imitates another.");
  expect(document.querySelector("[data-address] mark")?.textContent).toBe("xn--acm-pay-9gg.com");
  await user.click(primary());
  expect(sent).toEqual([]);
  await passGuard();
  expect(primary().textContent).toContain("Open anyway");
  await user.click(primary());
  expect(sent).toEqual([{ action: "accept" }]);
});

test.each(["javascript:alert(1)", "https://me:pw@acme.example/", "file:///etc/passwd"])(
  "%s is never opened; declining still works",
  async (url) => {
    const { user, passGuard, sent } = await open(link(url));
    await passGuard();
    expect(says()).toContain(url);
    expect(says()).toContain("This address can’t be opened safely.");
    expect(isOff(primary())).toBe(true);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await user.click(button("Decline"));
    expect(sent).toEqual([{ action: "decline" }]);
  },
);

test("an unencrypted address is flagged", async () => {
  await open(link("http://acme.example/"));
  expect(says()).toContain("The link isn’t encrypted");
});

test("shows Chinese when it is chosen", { tags: ["long"] }, async () => {
  const { passGuard } = await open(RELEASE, { language: "zh" });
  await passGuard();
  expect(primary().textContent).toContain("提交");
  expect(says()).toContain("填写第 3 个字段后才能提交");
});
