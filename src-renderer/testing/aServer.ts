// For component tests: a server as main describes it to the window.
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";

/** A connected stdio server, changed by `over`. */
export const aServer = (over: Partial<ServerView> = {}): ServerView => ({
  id: "s",
  name: "Notes",
  source: "stored",
  endpoint: { kind: "stdio", command: "node", args: ["server.mjs"], cwd: null, env: [] },
  era: "legacy",
  policy: defaultPolicy,
  enabled: true,
  state: { kind: "connected", sinceMs: 0 },
  tools: [],
  prompts: [],
  resources: [],
  asked: 0,
  rubbish: { count: 0, last: null },
  ...over,
});
