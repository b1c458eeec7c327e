// Pages that servers asked the user to open: each end is told once, and a call that needs pages is repeated when the
// server reports them done (2025-11-25, client/elicitation).
import { afterEach, expect, it } from "vitest";
import { Puppet } from "../../../../e2e/support/puppet.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import { stdio, testConnection } from "../testing.ts";
import type { TestConnection } from "../testing.ts";

const puppets: Puppet[] = [];
const open: TestConnection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(puppets.splice(0).map((puppet) => puppet.close()));
});

async function start(): Promise<{ made: TestConnection; puppet: Puppet }> {
  const puppet = await Puppet.open();
  puppets.push(puppet);
  const made = testConnection(stdio(puppet.config.command, puppet.config.args));
  open.push(made);
  await made.connection.open();
  return { made, puppet };
}

const accept = {
  kind: "result",
  document: { action: "accept" } as unknown as ResponseDocument,
} as const;
const page = (elicitationId: string) => ({
  mode: "url",
  message: "Sign in.",
  url: "https://a.example/",
  elicitationId,
});
const done = (puppet: Puppet, elicitationId: unknown): void =>
  puppet.send({
    jsonrpc: "2.0",
    method: "notifications/elicitation/complete",
    params: { elicitationId },
  });
const needs = (puppet: Puppet, id: unknown, data: unknown, code = -32042): void =>
  puppet.send({ jsonrpc: "2.0", id, error: { code, message: "pages", data } });

it("declares forms and links", async () => {
  const { puppet } = await start();
  const { params } = await puppet.heard(({ method }) => method === "initialize");
  expect(params?.["capabilities"]).toMatchObject({ elicitation: { form: {}, url: {} } });
});

it("reports the completion of a page once, and of no unknown page", async () => {
  const { made, puppet } = await start();
  const params = page("e1");
  puppet.send({ jsonrpc: "2.0", id: 5, method: "elicitation/create", params });
  const asked = await made.desk.elicitation();
  for (const id of ["other", 7, "e1", "e1"]) done(puppet, id);
  await made.desk.watch.until(() => asked.completed > 0);
  void asked.settle(accept);
  await puppet.heard(({ id, result }) => id === 5 && result !== undefined);
  expect(asked.completed).toBe(1);
});

it("repeats the call once every page is done, and reports that as its delivery", async () => {
  const { made, puppet } = await start();
  const run = made.call("work");
  const first = await puppet.called();
  needs(puppet, first.id, { elicitations: [page("e1"), page("e2")] });
  const given = [await made.desk.elicitation(0), await made.desk.elicitation(1)].map((asked) =>
    asked.settle(accept),
  );
  done(puppet, "e2");
  done(puppet, "e1");
  const again = await puppet.called(1);
  expect(again.params).toMatchObject({ name: "work" });
  expect(Object.keys(again.params ?? {})).not.toContain("inputResponses");
  expect(await Promise.all(given)).toEqual([{ kind: "sent" }, { kind: "sent" }]);
  puppet.finish(again, "connected");
  expect(await run.outcome).toMatchObject({ ok: true });
});

it("waits for a page until the call is cancelled", async () => {
  const { made, puppet } = await start();
  const run = made.call("work");
  needs(puppet, (await puppet.called()).id, { elicitations: [page("e1")] });
  const given = (await made.desk.elicitation()).settle(accept);
  run.abort.abort();
  expect(await run.outcome).toEqual({ ok: false, failure: { kind: "cancelled" } });
  expect(await given).toMatchObject({ kind: "not-sent" });
});

it.each([
  ["another code", { elicitations: [page("e1")] }, -32000],
  ["no list", { elicitations: "e1" }, -32042],
  ["an empty list", { elicitations: [] }, -32042],
  ["no data", undefined, -32042],
])("treats %s as any other error", async (_what, data, code) => {
  const { made, puppet } = await start();
  const run = made.call("work");
  needs(puppet, (await puppet.called()).id, data, code);
  const failure = { kind: "run-error", code, message: "pages", data };
  expect(await run.outcome).toEqual({ ok: false, failure });
  expect(made.desk.requests).toEqual([]);
});

it("does not repeat a call whose page is declined", async () => {
  const { made, puppet } = await start();
  const run = made.call("work");
  needs(puppet, (await puppet.called()).id, { elicitations: [page("e1")] });
  void (await made.desk.elicitation()).reject();
  expect(await run.outcome).toMatchObject({ ok: false, failure: { kind: "run-not-repeated" } });
});
