// The scenes of setting agents up: the start page with two agents, the dialog for each, what they still need, and undoing.
// And the picture of the README.
import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { launch } from "../../e2e/support/app.ts";
import { ClaudeCode } from "../../e2e/support/claudeCode.ts";
import { Desk } from "../../e2e/support/desk.ts";

const SERVERS = {
  mcpServers: {
    github: { command: "npx", args: ["-y", "@modelcontextprotocol/server-github"] },
    filesystem: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."] },
    sentry: { command: "npx", args: ["sentry-mcp", "--team=${TEAM}"] },
  },
  numStartups: 41,
};
const RETRY = `import { Job } from "./job.ts";
import { log } from "../log.ts";
import { sleep } from "../time.ts";

${Array.from({ length: 33 }, (_, at) => `const step${at + 1} = ${at + 1} * 250;`).join("\n")}

export async function retry<T>(job: Job<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await job.run();
    } catch (error) {
      if (attempt >= job.maxAttempts) throw error;
      const delay = attempt * 1000;
      await sleep(delay);
    }
  }
}
`;

/** @param {(all: { desk: Desk, agent: ClaudeCode }) => Promise<void>} act @param {string} [project] its folder */
async function withAgents(act, project) {
  const agent = await ClaudeCode.make(project);
  const home = path.join(agent.profile, "home");
  await writeFile(path.join(home, ".claude.json"), JSON.stringify(SERVERS, null, 2));
  await writeFile(path.join(home, ".claude/history.jsonl"), "");
  await mkdir(path.join(home, ".codex"));
  const toml = '[mcp_servers.docs]\ncommand = "npx"\nargs = ["docs-mcp"]\n';
  await writeFile(path.join(home, ".codex/config.toml"), toml);
  const desk = new Desk(await launch({ profile: agent.profile }));
  try {
    await desk.ready();
    await act({ desk, agent });
  } finally {
    await desk.close();
    await agent.remove();
  }
}

/** @type {import("./stage.mjs").Scene[]} */
export const setup = [
  {
    shows: ["first-run-agents", "setup-codex", "setup", "setup-whole", "setup-done", "setup-again"],
    play: (shot) =>
      withAgents(async ({ desk }) => {
        const { page } = desk;
        const diff = () => page.locator(".monaco-diff-editor .line-insert").first().waitFor();
        const enabled = (/** @type {RegExp} */ name) =>
          page.getByRole("button", { name }).and(page.locator(":enabled")).waitFor();
        await desk.button("Codex: Review what it does…").waitFor();
        await shot(desk, "first-run-agents");
        await desk.button("Codex: Review what it does…").click();
        await enabled(/^Change 2 files/);
        await shot(desk, "setup-codex");
        await page.keyboard.press("Escape");
        await desk.button("Claude Code: Review what it does…").click();
        await enabled(/^Change 2 files/);
        await diff();
        await shot(desk, "setup");
        await page.getByRole("radio", { name: /^Commands and changes/ }).click();
        await page.getByRole("checkbox", { name: "github" }).click();
        await enabled(/^Change 2 files/);
        await page.getByRole("button", { name: "Whole file" }).click();
        await page.getByRole("button", { name: "Show" }).click();
        await diff();
        await shot(desk, "setup-whole");
        await page.getByRole("button", { name: "Change 2 files" }).click();
        await page.getByRole("dialog", { name: "Claude Code is set up" }).waitFor();
        await shot(desk, "setup-done");
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").filter({ hasText: "on this computer?" }).waitFor();
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+K");
        await page.keyboard.type("getting started");
        await page.keyboard.press("Enter");
        await desk.button("Claude Code: Change…").click();
        await page.getByText("Nothing would change.").waitFor();
        await shot(desk, "setup-again");
      }),
  },
];

/**
 * An edit that Claude Code wants to make, with a command of its and a server's request below it.
 * @param {(desk: Desk) => Promise<void>} shot
 */
export async function readmeScene(shot) {
  // Its name is in the picture. A folder of another is never taken.
  const project = path.join(os.tmpdir(), "storefront");
  await mkdir(project);
  await withAgents(async ({ desk, agent }) => {
    agent.program = "claude";
    const setUp = {
      tools: { actions: /** @type {const} */ ("changes"), absent: /** @type {const} */ ("block") },
      servers: [],
      calls: false,
    };
    const changes = await desk.do("agents.previewSetup", "Claude Code", setUp);
    const hashes = Object.fromEntries(changes.map(({ file, hash }) => [file, hash]));
    await desk.do("agents.setUp", "Claude Code", setUp, hashes);
    const file = path.join(agent.project, "src/queue/retry.ts");
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, RETRY);
    await desk.do("demo.run", "summarize");
    void agent.does("Bash", { command: "npm test -- retry", description: "Run the tests" });
    await desk.rows().nth(1).waitFor();
    void agent.does("Edit", {
      file_path: file,
      old_string: "      const delay = attempt * 1000;\n      await sleep(delay);",
      new_string:
        "      const delay = backoff(attempt);\n      await sleep(delay, job.signal);\n      log.retry(job.id, attempt, delay);",
    });
    await desk.select("retry.ts");
    await desk.review.locator(".monaco-diff-editor .line-insert").first().waitFor();
    await desk
      .button(/^Allow/)
      .and(desk.page.locator(":enabled"))
      .waitFor();
    await shot(desk);
  }, project);
}
