// What else is told when servers change: their programs come and go with them.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Audience } from "../audience.ts";
import type { ServersService } from "../servers/servers.ts";
import { serversIn } from "../servers/testing.ts";
import { serversAudience } from "./serverRooms.ts";

it("tells of the programs again once the removal of their server is undone", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-server-rooms-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const nothing = { changed: () => undefined };
  let told: number[] = [];
  const tell = (): void => void told.push(servers.views().length);
  const audience: Audience = {
    push: () => undefined,
    pushLatest: (key) => (key === "programs" ? tell() : undefined),
    set: () => undefined,
  };
  const servers: ServersService = serversIn(folder, {
    audience: serversAudience(audience, nothing as never, nothing as never, {
      onServerRemoved: tell,
      view: () => [],
    }),
  });
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
