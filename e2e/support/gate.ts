// The usual beginning of a test: the app with the puppet connected, an open call of its tool, and a scripted model as
// the default.
import type { Script } from "../../src-main/models/testing/scriptedModelServer.ts";
import type { Desk } from "./desk.ts";
import type { Puppet, Wire } from "./puppet.ts";
import { startScriptedModel, type ScriptedModel } from "./scriptedModel.ts";

export interface OpenCall {
  desk: Desk;
  server: Puppet;
  /** Our open call, under which the server may ask. */
  call: Wire;
  /** That call as the Workbench knows it. */
  run: string;
}

export interface OpenGate extends OpenCall {
  model: ScriptedModel;
}

interface Means {
  /** The app with these servers connected. */
  open: (servers: Record<string, object>) => Promise<Desk>;
  puppet: () => Promise<Puppet>;
  later: (close: () => Promise<unknown>) => void;
}

/** The puppet connected, and its tool called. `before` runs in between. */
export async function openCall(
  { open, puppet }: Means,
  before: (desk: Desk) => Promise<unknown> = async () => undefined,
): Promise<OpenCall> {
  const server = await puppet();
  const desk = await open({ puppet: server.config });
  await before(desk);
  const run = await desk.start("puppet", "work");
  return { desk, server, run, call: await server.called() };
}

/** The same, with a model that responds by `script`; `models` is what it lists, the first is the default. */
export async function openGate(
  means: Means,
  script: Script,
  models?: readonly string[],
): Promise<OpenGate> {
  const model = await startScriptedModel(script, models);
  means.later(model.close);
  return { ...(await openCall(means, (desk) => desk.useModels(model.baseUrl))), model };
}
