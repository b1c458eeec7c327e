// `npm run programs`: programs that call a model themselves, through the endpoint of the built app, one after another in one
// app. Writes the table of docs/endpoint.md; with words (`npm run programs -- codex`) it runs only the clients that have
// one in their name, and writes nothing.
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { build, isBuilt } from "../../scripts/setup/build.mjs";
import { ensureHosts, hostVersion } from "../../scripts/setup/hosts.mjs";
import { modelsDir, root, toolNode } from "../../scripts/setup/paths.mjs";
import { ensurePython } from "../../scripts/setup/python.mjs";
import { must } from "../../scripts/setup/run.mjs";
import { openScreen } from "../../scripts/setup/screen.mjs";
import { launch, removeFolder } from "../support/app.ts";
import { Desk } from "../support/desk.ts";
import { startScriptedModel } from "../support/scriptedModel.ts";
import { AGENTS, runAgent } from "./agents.ts";
import { CLIENTS, LOCAL_CLIENTS, runClient, runLocal } from "./clients.ts";
import { script } from "./model.ts";
import { LOCAL_STEPS, STEPS, tableOf, withTable } from "./table.ts";
import { World } from "./world.ts";

const words = process.argv.slice(2);
/** @param {string} name */
const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));
/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

// Playwright ends the app at such a signal and leaves this process, which would wait for it forever.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => process.exit(1));
}

/** @param {World} world @param {string} folder */
async function runAll(world, folder) {
  /** @type {import("./table.ts").Row[]} */
  const rows = [];
  for (const client of CLIENTS) {
    if (!isWanted(client.name)) continue;
    say(`${client.name} …`);
    rows.push(await runClient(client, world));
  }
  for (const agent of AGENTS) {
    if (!isWanted(agent.name)) continue;
    say(`${agent.name} …`);
    const home = await mkdtemp(path.join(folder, agent.name));
    rows.push(await runAgent(agent, hostVersion(agent.name), world, home));
  }
  return rows;
}

/** With the model that the app runs itself. @param {World} world */
async function runAllLocal(world) {
  /** @type {import("./table.ts").Row[]} */
  const rows = [];
  if (!isWanted("local")) return { model: "", rows };
  const model = await world.useLocal();
  for (const client of LOCAL_CLIENTS) {
    say(`${client.name}, ${model} …`);
    rows.push(await runLocal(client, world, model));
  }
  return { model, rows };
}

async function main() {
  await ensureHosts(["opencode", "codex"]);
  await ensurePython(["programs"]);
  if (!(await isBuilt()) && !(await build({ show: true })).ok) return 1;
  const screen = await openScreen();
  Object.assign(process.env, screen.env);
  process.env["COUNTERSIGN_MODELS_DIR"] ??= modelsDir;
  const startMs = performance.now();
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-programs-"));
  const model = await startScriptedModel(script);
  const running = await launch();
  const desk = new Desk(running);
  let rows;
  let local;
  try {
    await desk.ready();
    const world = new World(desk, model);
    await world.prepare();
    rows = await runAll(world, folder);
    local = await runAllLocal(world);
  } finally {
    await desk.close();
    await model.close();
    screen.close();
    await removeFolder(running.profile);
    await removeFolder(folder);
  }
  const date = new Date().toISOString().slice(0, 10);
  const tables = [
    `Run of ${date} with the built app and a scripted provider.`,
    tableOf(rows, STEPS),
    `The same with the built-in model, ${local.model}:`,
    tableOf(local.rows, LOCAL_STEPS),
  ].join("\n\n");
  say(`\n${tables}\n\n${((performance.now() - startMs) / 1000).toFixed(0)} s`);
  const failed = [...rows, ...local.rows].some(({ outcomes }) =>
    Object.values(outcomes).some(({ passed }) => !passed),
  );
  if (words.length === 0) {
    const page = path.join(root, "docs/endpoint.md");
    await writeFile(page, withTable(await readFile(page, "utf8"), tables));
    await must("Formatting", toolNode, [
      path.join(root, "node_modules/oxfmt/bin/oxfmt"),
      "--write",
      page,
    ]);
  }
  return failed || desk.complaints.length > 0 ? 1 : 0;
}

process.exitCode = await main();
