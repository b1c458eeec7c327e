// Real hosts, as their users run them: a wrapped server's tool asks for a sample, which the desk answers, and the host's own
// model reads the result.
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hostBinary } from "../../scripts/setup/hosts.mjs";
import { expect, test } from "../fixtures.ts";
import { tempFolder } from "../support/app.ts";
import type { Desk } from "../support/desk.ts";
import { projectNode, projectRoot } from "../support/paths.ts";
import { startHostModel } from "./hostModel.ts";

const TOOL = "consult_model";
const askingScript = path.join(projectRoot, "e2e/hosts/asking.mjs");

/** Wraps the only server of the only host, from the window. */
async function wrapOnly(desk: Desk, program: string): Promise<void> {
  const { page } = desk;
  const host = page.getByRole("region", { name: `Servers of ${program}` });
  await host.getByRole("button", { name: "Review through Countersign…" }).click();
  await page.getByRole("button", { name: "Change config file" }).click();
  await desk.decide(page.getByRole("button", { name: /^Start/ }));
  await page.getByRole("button", { name: "Close" }).last().click();
}

interface Run {
  ended: Promise<{ code: number | null; output: string }>;
}

function run(name: string, args: string[], cwd: string, env: Record<string, string>): Run {
  const { HOME: _home, ...own } = process.env;
  const child = spawn(hostBinary(name), args, {
    cwd,
    // opencode takes its project from there.
    env: { ...own, PWD: cwd, LOOP_KEY: "dummy", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once("exit", (code) => resolve({ code, output }));
  });
  return { ended };
}

/** The sample comes, is edited, approved, answered by the model inside the app, and its response goes out edited. */
async function reviewSample(desk: Desk, host: string, { ended }: Run): Promise<void> {
  await desk.room("Inbox").click();
  // A host that ends before it has asked says why. It takes its time to start on a busy machine.
  const gone = ended.then(({ output }) => Promise.reject(new Error(output)));
  await Promise.race([desk.rows().first().click({ timeout: 60_000 }), gone]);
  await expect(desk.review.getByText(host).first()).toBeVisible();
  await desk.write(desk.message(1), "Say one word.");
  await desk.decide(desk.approve);
  await expect(desk.answer).toBeVisible({ timeout: 60_000 });
  await desk.write(desk.answer, "Ahoy from the desk.");
  await desk.decide(desk.approve);
}

test("opencode: a sample of a wrapped server is reviewed, and its next turn has the response", async ({
  open,
  later,
}) => {
  const profile = await tempFolder();
  const project = path.join(profile, "project");
  const home = path.join(profile, "home");
  await mkdir(project, { recursive: true });
  await mkdir(home, { recursive: true });
  const model = await startHostModel({ tool: TOOL, args: { prompt: "Say ahoy." } });
  later(() => model.close());
  const file = path.join(project, "opencode.json");
  const text = JSON.stringify(
    {
      ...{ model: "loop/test-model", small_model: "loop/test-model" },
      ...{ autoupdate: false, share: "disabled" },
      provider: {
        loop: {
          ...{ npm: "@ai-sdk/openai-compatible", name: "loop" },
          options: { baseURL: model.baseUrl, apiKey: "{env:LOOP_KEY}" },
          models: { "test-model": { name: "test" } },
        },
      },
      mcp: {
        asking: { type: "local", command: [projectNode, askingScript] },
      },
    },
    null,
    2,
  );
  await writeFile(file, text);
  const desk = await open({ profile });
  await desk.app.evaluate(({ dialog }, picked) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [picked] });
  }, file);
  await desk.room("Servers").click();
  await desk.page.getByRole("radio", { name: /^Hosts/ }).click();
  await desk.page.getByRole("button", { name: "Open config file…" }).click();
  await wrapOnly(desk, "opencode.json");
  const host = run("opencode", ["run", "Go."], project, {
    ...{ HOME: home, XDG_CONFIG_HOME: path.join(home, ".config") },
    ...{ XDG_DATA_HOME: path.join(home, "data"), XDG_CACHE_HOME: path.join(home, "cache") },
    ...{ OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" },
  });
  await reviewSample(desk, "opencode", host);
  const { output } = await host.ended;
  expect(output).toContain("END");
  expect(JSON.stringify(model.seen.at(-1)?.body)).toContain("Ahoy from the desk.");
  await desk.room("Servers").click();
  await desk.page.getByRole("button", { name: "Undo…" }).click();
  await desk.page.getByRole("button", { name: "Undo changes" }).click();
  await expect(desk.page.getByText("Direct")).toBeVisible();
  // opencode has added a line of its own meanwhile: that stays, and the entry is as it was.
  const { $schema: _added, ...rest } = JSON.parse(await readFile(file, "utf8")) as object & {
    $schema?: string;
  };
  expect(rest).toEqual(JSON.parse(text));
});

test("Codex: a sample, and a held tool call that the user rejects @long", async ({
  open,
  later,
}) => {
  const profile = await tempFolder();
  const home = path.join(profile, "home");
  await mkdir(path.join(home, ".codex"), { recursive: true });
  const model = await startHostModel({ tool: TOOL, args: { prompt: "Say ahoy." } });
  later(() => model.close());
  const file = path.join(home, ".codex/config.toml");
  const text = `# Mine.
model = "test-model"
model_provider = "loop"

[model_providers.loop]
name = "loop"
base_url = "${model.baseUrl}"
env_key = "LOOP_KEY"
wire_api = "responses"

[mcp_servers.asking] # asks
command = ${JSON.stringify(projectNode)}
args = [${JSON.stringify(askingScript)}]
`;
  await writeFile(file, text);
  const desk = await open({ profile });
  await desk.room("Servers").click();
  await desk.page.getByRole("radio", { name: /^Hosts/ }).click();
  await wrapOnly(desk, "Codex");
  expect(await readFile(file, "utf8")).toContain("# asks");
  const args = [
    "exec",
    "--skip-git-repo-check",
    "--dangerously-bypass-approvals-and-sandbox",
    "Go.",
  ];
  const env = { HOME: home, CODEX_HOME: path.join(home, ".codex") };
  const first = run("codex", args, home, env);
  await reviewSample(desk, "codex-mcp-client", first);
  expect((await first.ended).output).toContain("END");
  expect(JSON.stringify(model.seen.at(-1)?.body)).toContain("Ahoy from the desk.");

  const server = await desk.server("asking");
  await desk.do("servers.policy", server.id, { ...server.policy, holdTools: "all" });
  await desk.do("desk.dismiss", (await desk.sample()).id);
  const second = run("codex", args, home, env);
  await desk.select("Say ahoy.");
  await desk.decide(desk.button("Reject"));
  expect((await second.ended).output).toContain("END");
  expect(JSON.stringify(model.seen.at(-1)?.body)).toContain("The user rejected this tool call");
  await desk.room("Servers").click();
  await desk.page.getByRole("button", { name: "Undo…" }).click();
  await desk.page.getByRole("button", { name: "Undo changes" }).click();
  await expect(desk.page.getByText("Direct")).toBeVisible();
  expect(await readFile(file, "utf8")).toBe(text);
});
