// The packaged app, as users get it: it starts, shows the first run, and the demo runs.
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../fixtures.ts";
import { projectNode, projectRoot } from "../support/paths.ts";

/** Runs `npm run package` without npm: everything is set up already. */
async function makePackage(): Promise<void> {
  const child = spawn(projectNode, ["scripts/package.mjs", "dir", "--trial", "--inspectable"], {
    cwd: projectRoot,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  }
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code, said).toBe(0);
}

async function packagedExecutable(): Promise<string> {
  const dist = path.join(projectRoot, "dist");
  const folder = (await readdir(dist)).find((name) => name.endsWith("-unpacked"));
  if (folder === undefined) throw new Error("dist/ holds no unpacked app");
  return path.join(dist, folder, "countersign");
}

test("the packaged app starts, and its demo passes both gates @long", async ({ open }) => {
  test.setTimeout(180_000);
  await makePackage();
  const executable = await packagedExecutable();
  // The notices are where a user finds them.
  const resources = path.join(path.dirname(executable), "resources");
  const notices = await readFile(path.join(resources, "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const whose of [/^react \d/m, /^monaco-editor \d/m, /^libsql \d/m, "UNICODE LICENSE V3"]) {
    expect(notices).toMatch(whose);
  }
  expect(await readFile(path.join(resources, "LICENSE.txt"), "utf8")).toContain("MIT License");
  const desk = await open({ executable });
  expect(await desk.app.evaluate(({ app }) => app.isPackaged)).toBe(true);
  await desk.button(/^Run the demo/).click();
  await expect(desk.review).toContainText("What is the capital of France?");
  await desk.answerByHand("Paris, from the package.");
  const { origin } = await desk.request(({ phase }) => phase.kind === "ended");
  if (origin.kind !== "certain") throw new Error("the call that led here is not known");
  expect(await desk.resultOf(origin.call.runId)).toBe("Paris, from the package.");
});
