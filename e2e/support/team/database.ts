// A team's PostgreSQL in a process of its own, as Playwright cannot load its modules. A line of JSON in is a command, a
// line out its result. The first line out has the database's address; the process ends with its input.
import { createInterface } from "node:readline";
import process from "node:process";
import { PASSWORD, testTeam } from "../../../src-main/team/testing/team.ts";
import { teamPolicySchema } from "../../../src-shared/team/policy.ts";
import type { Command } from "./team.ts";

const team = await testTeam({ withPassword: ["serve", "bo"] });
const olga = await team.desk("olga");
const tell = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

const EXPIRE = {
  "expire-leases": "UPDATE countersign.request SET lease_until_ms = 1 WHERE lease_until_ms > 1",
  "expire-holder": "UPDATE countersign.session SET seen_ms = 1 WHERE login = 'serve'",
} as const;

async function perform(command: Command): Promise<void> {
  if (command.do === "kill") return team.server.kill();
  if (command.do === "start") return team.server.start();
  if (command.do === "set-policy") {
    const { twoPeople, rules } = command;
    const policy = teamPolicySchema.parse({ twoPeople, rules });
    const done = await olga.setPolicy(policy, olga.policy().version);
    if (!done.ok) throw new Error(JSON.stringify(done.failure));
    return;
  }
  const admin = await team.sql("postgres");
  await admin.query(EXPIRE[command.do]);
  await admin.end();
}

tell({ address: team.server.url("LOGIN"), password: PASSWORD });
for await (const line of createInterface({ input: process.stdin })) {
  const failure = await perform(JSON.parse(line) as Command).then(
    () => null,
    (error: unknown) => String(error),
  );
  tell({ failure });
}
await team.end();
