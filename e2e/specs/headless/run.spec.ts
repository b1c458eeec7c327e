// `countersign run`: a command as in CI, answered by a fixture and a rule; its exit code and its report.
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { projectNode, projectRoot } from "../../support/paths.ts";
import { FIXTURE } from "./fixture.ts";
import { DEMO, folderWith, run, write } from "../../support/headless.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";

const JOB = [projectNode, path.join(projectRoot, "e2e/servers/job.mjs")];
const NAMED = ["--policy", "rules.json", "--servers", "servers.json"];
const NO = { id: "no", name: "Not this", when: '"never"', decide: "refuse" };

test("a fixture answers what it matches, all else is refused: exit code 3, and a report of each request", async () => {
  const model = await startScriptedModel(streamsText(["never"]));
  const folder = folderWith([NO], {
    mcpServers: { travel: DEMO },
    providers: [
      {
        name: "scripted",
        kind: "openai-compatible",
        address: model.baseUrl,
        keyEnv: "MODEL_KEY",
      },
    ],
  });
  mkdirSync(path.join(folder, "fixtures"));
  write(folder, "fixtures/known.json", FIXTURE);
  const env = {
    MODEL_KEY: "secret-of-the-model",
    COUNTERSIGN_STORE_PASSWORD: "secret-1",
    COUNTERSIGN_TEAM_PASSWORD: "secret-2",
    COUNTERSIGN_LEDGER_KEY: "secret-3",
  };
  expect(await run(folder, ["accept", ...NAMED], env)).toMatchObject({ code: 0 });
  const args = ["run", ...NAMED, "--fixtures", "fixtures", "--junit", "report.xml", "--"];
  const { code, out } = await run(folder, [...args, ...JOB, "What is known?", "never <this>"], env);
  expect(out).toContain("answer: From a fixture.");
  expect(out).toMatch(/answer: .*-32050/);
  expect(out).toContain("completion: 403");
  expect(out).toContain("key: none");
  expect(out).toContain("1 allowed, 2 refused, 0 not delivered or cancelled");
  expect(code).toBe(3);
  const report = readFileSync(path.join(folder, "report.xml"), "utf8");
  expect(report).toContain('tests="3" failures="2" errors="0"');
  expect(report).toMatch(
    /<testcase classname="travel" name="sampling ask [^"]+" time="[\d.]+">\s+<properties>\s+<property name="result" value="allowed"\/>\s+<property name="by" value="known"\/>/,
  );
  expect(report).toContain('<failure type="refused-by-rule"');
  expect(report).toContain('<failure type="undecided"');
  expect(report).toContain('classname="command"');
  expect(model.asked()).toEqual([]);

  const own = await run(folder, [...args, ...JOB, "What is known?"], { ...env, EXIT: "7" });
  expect(own.code).toBe(7);
  const missing = await run(folder, [...args, "no-such-command"], env);
  expect(missing.code).toBe(2);
  expect(missing.err).toContain("no-such-command cannot be started");
  await model.close();
});
