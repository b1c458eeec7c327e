// The stage of the scenes: the app with a scripted server and a scripted model, brought to one of its gates.
import { launch, removeFolder, tempFolder, writeConfig } from "../../e2e/support/app.ts";
import { Desk } from "../../e2e/support/desk.ts";
import { Puppet, question } from "../../e2e/support/puppet.ts";
import { startScriptedModel, streamsText } from "../../e2e/support/scriptedModel.ts";
import { MINUTES, SUMMARY } from "./texts.mjs";

/** @typedef {(desk: Desk, name: string) => Promise<void>} Shot */
/** @typedef {{ shows: string[], play: (shot: Shot) => Promise<void> }} Scene */
/** @typedef {{ desk: Desk, puppet: Puppet, model: import("../../e2e/support/scriptedModel.ts").ScriptedModel }} Stage */

/**
 * Opens the app with a scripted server called notes-local and a scripted model, runs the scene, and cleans up.
 * @param {(stage: Stage) => Promise<void>} act
 * @param {{ more?: Record<string, object>, limits?: object }} [with] further servers; limits of the server
 */
export async function onStage(act, { more = {}, limits } = {}) {
  const puppet = await Puppet.open();
  const model = await startScriptedModel(streamsText(SUMMARY));
  const folder = await tempFolder();
  const own = limits === undefined ? puppet.config : { ...puppet.command, countersign: { limits } };
  const config = await writeConfig(folder, { "notes-local": own, ...more });
  const running = await launch({ config });
  const desk = new Desk(running);
  try {
    await desk.ready();
    await act({ desk, puppet, model });
  } finally {
    await desk.close();
    await puppet.close();
    await model.close();
    await removeFolder(running.profile);
    await removeFolder(folder);
  }
}

const minutes = question(`Summarize these meeting notes.\n\n${MINUTES}`, {
  systemPrompt: "You condense meeting notes into decisions and open points. Add nothing.",
  modelPreferences: {
    hints: [{ name: "haiku" }, { name: "scripted" }],
    costPriority: 0.8,
    speedPriority: 0.5,
    intelligencePriority: 0.3,
  },
  temperature: 0.2,
  maxTokens: 400,
});

/** Brings the minutes to gate 1. @param {Stage} stage */
export async function gate1({ desk, puppet, model }) {
  await desk.connectAll();
  await desk.useModels(model.baseUrl, "Ollama");
  await desk.start("notes-local", "work", { topic: "minutes of Tuesday" });
  const call = await puppet.called();
  const asked = puppet.ask(minutes);
  await desk.approve.waitFor();
  await desk.message(1).waitFor();
  await enabled(desk);
  return { call, asked };
}

/** The primary can be pressed: the half-second guard is over. @param {Desk} desk */
export const enabled = (desk) => desk.approve.and(desk.page.locator(":enabled")).waitFor();

/** @param {Stage} stage */
export async function gate2(stage) {
  const held = await gate1(stage);
  await stage.desk.decide(stage.desk.approve);
  await stage.desk.button(/^Approve & reply/).waitFor();
  await stage.desk.answer.waitFor();
  await enabled(stage.desk);
  return held;
}
