// The bundled demo server over a message port, as in the app, with Node's own channel in place of Electron's.
import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { PortServerTransport } from "../../../demo/parentPort.ts";
import type { PortLike } from "../../../demo/parentPort.ts";
import { createDemoServer } from "../../../demo/server.ts";
import type { PortProcess } from "./messagePort.ts";
import { testConnection } from "../testing.ts";
import type { TestConnection } from "../testing.ts";

const open: TestConnection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
});

/** The server on one end of a channel; ending it closes the channel, like the end of a process. */
function startDemo(exits: ((code: number | null) => void)[]): PortProcess {
  const { port1, port2 } = new MessageChannel();
  const told = new Map<(event: { data: unknown }) => void, (data: unknown) => void>();
  const port: PortLike = {
    postMessage: (message) => port2.postMessage(message),
    on: (_event, listener) => {
      const wrapped = (data: unknown): void => listener({ data });
      told.set(listener, wrapped);
      return port2.on("message", wrapped);
    },
    off: (_event, listener) => port2.off("message", told.get(listener) ?? (() => {})),
  };
  void createDemoServer("1.0.0").connect(new PortServerTransport(port));
  return {
    postMessage: (message) => port1.postMessage(message),
    onMessage: (listener) => void port1.on("message", listener),
    onExit: (listener) => void exits.push(listener),
    kill: () => {
      port1.close();
      for (const exit of exits.splice(0)) exit(0);
    },
  };
}

it("receives a sampling request and sends its response", async () => {
  const made = testConnection({ kind: "demo" }, { startDemo: () => startDemo([]), era: "legacy" });
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  await made.listener.watch.until(() => made.listener.toolList !== null);
  const name = made.listener.toolList?.[0]?.name ?? "";
  const run = made.call(name);
  const request = await made.desk.request();
  expect(request.incoming).toMatchObject({
    requester: { transport: "demo", encrypted: null, claims: { name: "countersign-demo" } },
    origin: { kind: "certain", call: { name } },
  });
  expect(await request.reply("by hand")).toEqual({ kind: "sent" });
  expect(await run.outcome).toMatchObject({ ok: true, value: { content: [{ text: "by hand" }] } });
});

it("ends what is open when the process ends", async () => {
  const exits: ((code: number | null) => void)[] = [];
  const made = testConnection(
    { kind: "demo" },
    { startDemo: () => startDemo(exits), era: "legacy" },
  );
  open.push(made);
  await made.connection.open();
  await made.listener.watch.until(() => made.listener.toolList !== null);
  const run = made.call(made.listener.toolList?.[0]?.name ?? "");
  const request = await made.desk.request();
  for (const exit of exits) exit(139);
  expect(request.withdrawn).toEqual([{ kind: "server-died", detail: "exit 139" }]);
  expect(await run.outcome).toMatchObject({ failure: { kind: "run-disconnected" } });
  expect(await request.reply("late")).toMatchObject({ kind: "not-sent" });
  expect(made.listener.now).toMatchObject({ failure: { kind: "server-exited", code: 139 } });
});
