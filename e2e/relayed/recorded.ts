// The same session of the same host with the same server, direct and through the desk, both wires of both compared.
import { execFileSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectNode } from "../support/paths.ts";
import { compared } from "./comparing.ts";
import type { Comparison } from "./comparing.ts";
import { startPlainDesk } from "./plainDesks.ts";
import { RecordedHost } from "./recordedHost.ts";
import { responses } from "./sessions.ts";
import type { RecordedSubject } from "./sessions.ts";

export interface Recorded {
  toHost: Comparison;
  toServer: Comparison;
}

/** The working folder, the same at each run: a repository with one commit and a change. */
async function makeProject(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const atMs = "2026-01-01T00:00:00Z";
  const who = [
    "-c",
    "user.name=A",
    "-c",
    "user.email=a@example.com",
    "-c",
    "init.defaultBranch=main",
  ];
  const git = (...args: string[]): void => {
    const env = { ...process.env, GIT_AUTHOR_DATE: atMs, GIT_COMMITTER_DATE: atMs };
    execFileSync("git", [...who, ...args], { cwd: folder, env });
  };
  await writeFile(path.join(folder, "notes.md"), "# Notes\n");
  await writeFile(path.join(folder, "large.txt"), "0123456789 äöü\n".repeat(100_000));
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "One");
  await writeFile(path.join(folder, "notes.md"), "# Notes\n\nChanged.\n");
}

/** @param desk the bundled plainDesk.ts @param folder for this session alone */
export async function record(
  subject: RecordedSubject,
  desk: string,
  { folder, project }: { folder: string; project: string },
): Promise<Recorded> {
  const { command, args, env, steps, masks, revision } = subject;
  const run = async (way: "direct" | "through") => {
    await makeProject(project);
    const wire = path.join(folder, `${way}.wire`);
    const tee = path.join(import.meta.dirname, "tee.mjs");
    const own = { command: projectNode, args: [tee, wire, command, ...args], env };
    const variables = Object.entries(env).map(([name, value]) => ({ name, value, secret: false }));
    const running =
      way === "direct"
        ? null
        : await startPlainDesk(desk, path.join(folder, "desk"), {
            kind: "stdio",
            command: own.command,
            args: own.args,
            env: variables,
          });
    const entry =
      running === null
        ? own
        : {
            command: projectNode,
            args: [running.script, "entry"],
            env: { COUNTERSIGN_TOKEN: "t" },
          };
    const host = new RecordedHost(entry, project, revision === "2026-07-28", responses(project));
    await host.follow(steps);
    await running?.close();
    const toServer = (await readFile(wire, "utf8")).trimEnd().split("\n");
    return { toHost: host.lines, toServer };
  };
  const [direct, through] = [await run("direct"), await run("through")];
  return {
    toHost: compared(direct.toHost, through.toHost, masks),
    toServer: compared(direct.toServer, through.toServer, masks),
  };
}
