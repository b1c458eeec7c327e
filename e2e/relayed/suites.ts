// The conformance suites' tests of servers, against one real server directly and through the desk's address, compared check by
// check.
import { spawn } from "node:child_process";
import { glob, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { cacheDir } from "../../scripts/setup/paths.mjs";
import { run } from "../../scripts/setup/run.mjs";
import { projectNode, projectRoot } from "../support/paths.ts";
import { startPlainDesk } from "./plainDesks.ts";

export interface Suite {
  name: "conformance-2025" | "conformance-2026";
  revision: "2025-11-25" | "2026-07-28";
  /** Of the server: it keeps sessions before 2026-07-28 only. */
  isStateless: boolean;
  port: number;
}
export const SUITES: readonly Suite[] = [
  { name: "conformance-2025", revision: "2025-11-25", isStateless: false, port: 39_551 },
  { name: "conformance-2026", revision: "2026-07-28", isStateless: true, port: 39_552 },
];

/** Where the desk is to differ, by scenario and check, and why. */
const REASONS: [RegExp, string][] = [
  [/^tools-call-sampling /, "Sampling stops at the desk: the host is never asked."],
  [
    /^server-sse-polling incoming-sse-event$/,
    "The server drops a call's stream, which nobody can resume: the host gets a tool error at once.",
  ],
  [
    /^input-required-result-/,
    "The desk answers what a result embeds and repeats the call: hosts never see such a result.",
  ],
  [
    /^server-stateless sep-2575-(server-rejects-undeclared-capability|missing-capability-http-400)$/,
    "The desk provides sampling to every server, whatever the host declares.",
  ],
  [
    /^http-custom-header-server-validation /,
    "Headers that repeat arguments are not checked: the desk writes them anew from the arguments.",
  ],
];

export interface Compared {
  suite: Suite;
  checks: number;
  same: number;
  /** Checks with another outcome, by the reason. */
  named: Map<string, string[]>;
  /** Without a reason. */
  differences: string[];
}

/** Outcomes by scenario and check. */
type Outcomes = Map<string, string[]>;

async function play(suite: Suite, url: string, folder: string): Promise<Outcomes> {
  await mkdir(folder, { recursive: true });
  const script = path.join(projectRoot, "node_modules", suite.name, "dist/index.js");
  const args = ["server", "--url", url, "--suite", "all", "--spec-version", suite.revision];
  const { output } = await run(projectNode, [script, ...args, "-o", folder], { cwd: folder });
  const found: Outcomes = new Map();
  for await (const file of glob("*/checks.json", { cwd: folder })) {
    const scenario = path
      .dirname(file)
      .replace(/^server-/, "")
      .replace(/-\d{4}-\d\d-\d\dT.*/, "");
    const checks = JSON.parse(await readFile(path.join(folder, file), "utf8")) as {
      id: string;
      status: string;
    }[];
    for (const { id, status } of checks) {
      if (status === "INFO") continue;
      const key = `${scenario} ${id}`;
      found.set(key, [...(found.get(key) ?? []), status]);
    }
  }
  if (found.size === 0) throw new Error(`${suite.name} found nothing:\n${output}`);
  return found;
}

/** @param desk the bundled plainDesk.ts */
export async function compareSuite(suite: Suite, desk: string, folder: string): Promise<Compared> {
  const address = `127.0.0.1:${suite.port}`;
  const server = spawn(
    path.join(cacheDir, "interop/go/everything-server"),
    ["-http", address, `-stateless=${suite.isStateless}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  // It says so once it listens.
  await new Promise((resolve) => server.stderr.once("data", resolve));
  const url = `http://${address}`;
  const running = await startPlainDesk(desk, path.join(folder, "profile"), {
    kind: "http",
    url,
    headers: [],
  });
  try {
    const direct = await play(suite, url, path.join(folder, "direct"));
    const through = await play(suite, running.url, path.join(folder, "through"));
    return outcome(suite, direct, through);
  } finally {
    await running.close();
    server.kill();
  }
}

function outcome(suite: Suite, direct: Outcomes, through: Outcomes): Compared {
  const keys = [...new Set([...direct.keys(), ...through.keys()])].toSorted();
  const said = (found: Outcomes, key: string): string =>
    (found.get(key) ?? ["not reached"]).toSorted().join(", ");
  const compared: Compared = {
    suite,
    checks: keys.length,
    same: 0,
    named: new Map(),
    differences: [],
  };
  for (const key of keys) {
    if (said(direct, key) === said(through, key)) {
      compared.same += 1;
      continue;
    }
    const reason = REASONS.find(([pattern]) => pattern.test(key))?.[1];
    if (reason === undefined)
      compared.differences.push(`${key}: ${said(direct, key)} / ${said(through, key)}`);
    else compared.named.set(reason, [...(compared.named.get(reason) ?? []), key]);
  }
  return compared;
}
