// The examples of docs/headless.md are files that the commands take.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { readPolicy } from "./policyFile.ts";
import { readServers } from "./serversFile.ts";
import { openVariables } from "./variables.ts";

it("takes the examples", () => {
  const page = readFileSync(path.join(import.meta.dirname, "../../../docs/headless.md"), "utf8");
  const [rules = "", servers = "", ofAgent = ""] = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(
    ([, text]) => text,
  );
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-docs-"));
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  expect(readPolicy(file("rules.json", rules)).rules).toMatchObject([
    { id: "notes", decide: "allow" },
  ]);
  expect(readPolicy(file("agent.json", ofAgent)).rules).toMatchObject([{ id: "tests" }]);
  const variables = openVariables(null, { NOTES_TOKEN: "t", NIGHTLY_TOKEN: "t".repeat(20) });
  expect(readServers(file("servers.json", servers), variables)).toMatchObject({
    servers: [{ name: "notes", policy: { unasked: "ask", limits: { perMinute: 30 } } }],
    providers: [{ keyEnv: "OPENAI_API_KEY" }],
    programs: [{ name: "nightly", mode: "rules" }],
  });
});
