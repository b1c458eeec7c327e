// The profile of a real `countersign serve`: one process at a time, nobody else's hands, and a ledger that works.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { expect, test } from "playwright/test";
import { Command, run } from "../../support/headless.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";
import { NAMED, serving, TOKEN } from "./serving.ts";

const ALL = { id: "all", name: "All", gate: "both", when: "kind:completion", decide: "allow" };
const PROGRAMS = { programs: [{ name: "nightly", tokenEnv: "NIGHTLY" }] };
const ENV = { NIGHTLY: TOKEN };
const SERVE = ["serve", ...NAMED, "--profile", "profile"];

const ask = async (address: string, content: string) => {
  const response = await fetch(`${address}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "scripted-1", messages: [{ role: "user", content }] }),
  });
  const body = (await response.json()) as { error?: { code?: string } };
  return { status: response.status, code: body.error?.code };
};

test("of several that start together one serves, and the next after kill -9 @long", async () => {
  const { folder, profile, command } = await serving(PROGRAMS, [ALL], ENV);
  await command.said(/^Serving/m);
  expect(statSync(profile).mode & 0o777).toBe(0o700);
  await command.end("SIGKILL");
  for (let round = 0; round < 3; round += 1) {
    // The first start makes the profile.
    if (round === 1) rmSync(profile, { recursive: true });
    const all = [1, 2, 3].map(() => new Command(folder, SERVE, ENV));
    const serves = await Promise.all(
      all.map((one) =>
        one.said(/^Serving/m).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(serves.filter(Boolean)).toHaveLength(1);
    const ended = await Promise.all(all.map((one) => one.end("SIGKILL")));
    const refused = ended.filter((_one, at) => serves[at] !== true);
    for (const one of refused) {
      expect(one).toMatchObject({
        code: 2,
        err: expect.stringContaining("Another countersign is using") as unknown,
      });
    }
  }
});

test("a profile that others can write to is refused, and so is what is no file @long", async () => {
  const { folder, profile, command } = await serving(PROGRAMS, [ALL], ENV);
  await command.said(/^Serving/m);
  await command.end();
  chmodSync(profile, 0o770);
  expect(await run(folder, SERVE, ENV)).toMatchObject({
    code: 2,
    err: expect.stringContaining("mode 0770: others could change it") as unknown,
  });
  chmodSync(profile, 0o700);
  const fixtures = path.join(folder, "fixtures");
  mkdirSync(fixtures);
  writeFileSync(path.join(fixtures, "one.json"), "{}");
  writeFileSync(path.join(folder, "secrets"), "A=1\n", { mode: 0o600 });
  const given = [...SERVE, "--secrets", "secrets"];
  const files: [file: string, more: string[]][] = [
    ["rules.json", []],
    ["servers.json", []],
    ["countersign.lock", []],
    ["secrets", []],
    ["profile/serve.key", []],
    ["profile/ledger.db", []],
    ["profile/headless.json", []],
    ["profile/loopback.json", []],
    ["profile/mcp.json", []],
    ["profile/secrets.json", []],
    ["fixtures/one.json", ["--fixtures", "fixtures"]],
  ];
  for (const [name, more] of files) {
    const file = path.join(folder, name);
    renameSync(file, `${file}.kept`);
    execFileSync("mkfifo", ["-m", "600", file]);
    const { code, err } = await run(folder, [...given, ...more], ENV);
    expect({ code, err }, name).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${file} is not a regular file`) as unknown,
    });
    expect(statSync(file).isFIFO(), name).toBe(true);
    rmSync(file);
    renameSync(`${file}.kept`, file);
  }
});

test("a damaged ledger refuses the start; one that is locked is 503, and the log says so @long", async () => {
  const model = await startScriptedModel(streamsText(["From the model."]));
  const providers = [{ name: "scripted", kind: "openai-compatible", address: model.baseUrl }];
  const { folder, profile, command } = await serving({ ...PROGRAMS, providers }, [ALL], ENV);
  const [, address = ""] = await command.said(/programs at (\S+)/);
  expect(await ask(address, "Before")).toEqual({ status: 200 });
  const ledger = path.join(profile, "ledger.db");
  const other = new Libsql(ledger);
  other.exec("BEGIN IMMEDIATE");
  expect(await ask(address, "While it is locked")).toEqual({ status: 503, code: "not_recorded" });
  await command.said(/^The ledger cannot be used \(locked\)/m);
  expect(model.asked()).toHaveLength(1);
  other.exec("ROLLBACK");
  other.close();
  await command.said(/^The ledger works again/m);
  expect(await ask(address, "After")).toEqual({ status: 200 });
  expect(await command.end()).toMatchObject({ code: 0 });
  await model.close();
  truncateSync(ledger, statSync(ledger).size - 5000);
  expect(await run(folder, SERVE, ENV)).toMatchObject({
    code: 2,
    err: expect.stringContaining("The ledger cannot be used (damaged)") as unknown,
  });
});
