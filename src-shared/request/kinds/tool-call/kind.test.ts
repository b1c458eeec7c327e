import { expect, it } from "vitest";
import type { RequestDocument } from "../../document/message.ts";
import { claimed, heldResponse } from "./document.ts";
import { toolCall } from "./kind.ts";

const declared = { tools: true, context: true };
const call = {
  name: "delete_branch",
  arguments: { branch: "main" },
  annotations: { destructiveHint: true },
  inputSchema: {
    type: "object",
    properties: { branch: { type: "string" }, force: { type: "boolean" } },
    required: ["branch"],
  },
};
const asked = call as unknown as RequestDocument;
const to = { spoken: {} as never, media: [] };

it("holds a whole call, and refuses one that is nested too deeply", () => {
  const read = toolCall.readRequest(call, declared, []);
  expect(read).toMatchObject({ kind: "readable", proposed: call });
  let deep: object = {};
  for (let level = 0; level < 300; level += 1) deep = { deep };
  expect(toolCall.readRequest({ ...call, arguments: deep } as never, declared, [])).toMatchObject({
    kind: "refused",
    refusal: { code: -32602 },
  });
});

it("gives filters the annotations, with the protocol's defaults", () => {
  const facts = (annotations: object) => toolCall.facts({ ...asked, annotations } as never);
  expect(facts({})).toMatchObject({ readOnly: false, destructive: true });
  expect(facts({ readOnlyHint: true, destructiveHint: true })).toMatchObject({
    readOnly: true,
    destructive: false,
  });
  expect(facts({ destructiveHint: false })).toMatchObject({ readOnly: false, destructive: false });
});

it("accepts only arguments that match the tool's schema", () => {
  expect(toolCall.checkResponse(heldResponse({ branch: "dev" }), asked, to)).toEqual([]);
  for (const args of [{}, { branch: 1 }, { branch: "dev", force: "yes" }])
    expect(toolCall.checkResponse(heldResponse(args), asked, to)).toMatchObject([
      { severity: "error" },
    ]);
  expect(toolCall.readResponse({ action: "run" })).toBeNull();
});

it("says in the error that it was a tool call", () => {
  const message = "User rejected sampling request";
  expect(toolCall.settlementFor?.({ kind: "error", code: -1, message })).toMatchObject({
    message: "User rejected tool call",
  });
});

it("reads claimed annotations, and tells when there are none", () => {
  expect(claimed(call.annotations, "destructive")).toBe(true);
  expect(claimed(call.annotations, "readOnly")).toBeNull();
});
