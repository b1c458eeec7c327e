// A server's program comes and goes with it.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { programsWith } from "../programs/testing.ts";
import { serversIn } from "../servers/testing.ts";

it("tells of the programs again once the removal of their server is undone", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-server-programs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let told: number[] = [];
  const servers = serversIn(folder);
  const programs = programsWith({
    servers,
    audience: { pushLatest: () => void told.push(servers.views().length) },
  });
  servers.follow(programs);
  const endpoint = { kind: "stdio", command: "notes", args: [], cwd: null, env: [] } as const;
  const added = servers.add({ name: "notes", era: "auto", endpoint: { ...endpoint } } as never);
  const id = added.ok ? added.value : "";
  const before = servers.views().length;
  told = [];
  servers.remove(id);
  servers.bringBack(id);
  expect(told.at(0)).toBe(before - 1);
  expect(told.at(-1)).toBe(before);
});
