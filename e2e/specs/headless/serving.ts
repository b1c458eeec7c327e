// What the specs of `countersign serve` start.
import path from "node:path";
import { expect } from "playwright/test";
import { Command, folderWith, run } from "../../support/headless.ts";

export const TOKEN = "a-token-of-more-than-twenty-characters";
export const NAMED = ["--policy", "rules.json", "--servers", "servers.json"];
export const TRIPS = {
  id: "trips",
  name: "Trips",
  gate: "both",
  decide: "allow",
  when: "server:travel",
};

/** A real `countersign serve` on a new folder, once its files are accepted. */
export async function serving(servers: object, rules: object[] = [TRIPS], env: object = {}) {
  const folder = folderWith(rules, servers);
  const accepted = await run(folder, ["accept", ...NAMED], env);
  expect(accepted).toMatchObject({ code: 0, err: "" });
  const command = new Command(folder, ["serve", ...NAMED, "--profile", "profile"], env);
  const profile = path.join(folder, "profile");
  return { folder, profile, command };
}
