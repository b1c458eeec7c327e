// `countersign serve`: a real process on plain Node, with a real server, host, program and model.
import { appendFileSync, chmodSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { Command, DEMO, entryOf, folderWith, run, write } from "../../support/headless.ts";
import { Host } from "../../support/host.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";
import { teamDatabase } from "../../support/team/team.ts";
import { NAMED, serving, TOKEN, TRIPS } from "./serving.ts";

test("rules allow and nobody else does: a host's server, a program, SIGTERM, and a ledger that verifies", async () => {
  const model = await startScriptedModel(streamsText(["From ", "the model."]));
  const { folder, profile, command } = await serving(
    {
      mcpServers: { travel: DEMO, other: DEMO },
      providers: [
        {
          name: "scripted",
          kind: "openai-compatible",
          address: model.baseUrl,
          keyEnv: "MODEL_KEY",
        },
      ],
      programs: [{ name: "nightly", tokenEnv: "NIGHTLY" }],
    },
    [TRIPS],
    { NIGHTLY: TOKEN, MODEL_KEY: "secret-of-the-model" },
  );
  const [, key] = await command.said(/^Signs the ledger with ([0-9a-f]{64})/m);
  const [, config = "", address = ""] = await command.said(
    /config for hosts in (\S+), .* at (\S+)/,
  );

  const allowed = new Host(entryOf(config, "travel"), folder);
  await allowed.initialize();
  const answered = await allowed.call("ask", { question: "Where to?" });
  expect(JSON.stringify(answered)).toContain("From the model.");
  expect(model.asked()[0]?.headers["authorization"]).toBe("Bearer secret-of-the-model");

  const refused = new Host(entryOf(config, "other"), folder);
  await refused.initialize();
  expect(JSON.stringify(await refused.call("ask", { question: "And me?" }))).toContain("-32056");

  const completion = await fetch(`${address}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "scripted-1", messages: [{ role: "user", content: "Hi" }] }),
  });
  expect(completion.status).toBe(403);
  expect(await completion.json()).toMatchObject({ error: { code: "undecided" } });
  expect(model.asked()).toHaveLength(1);

  const { code, out } = await command.end();
  await Promise.all([allowed.ended, refused.ended]);
  await model.close();
  expect(code).toBe(0);
  expect(out).toContain("travel sampling allowed in ask by Trips");
  expect(out).toContain("nightly completion refused (undecided)");
  expect(out).not.toContain("secret-of-the-model");
  const verified = await run(folder, [
    "verify",
    path.join(profile, "ledger.db"),
    "--key",
    key ?? "",
  ]);
  expect(verified.out).toContain("Verified.");
  expect(verified.code).toBe(0);
  expect(statSync(path.join(profile, "serve.key")).mode & 0o777).toBe(0o600);

  const exported = await run(folder, ["export", path.join(profile, "ledger.db"), "out.jsonl"]);
  expect(exported).toMatchObject({ code: 0, err: "" });
  expect((await run(folder, ["verify", "out.jsonl"])).out).toContain("Verified.");
  const tried = await run(folder, ["rules", "try", "rules.json", "--ledger", "profile"]);
  expect(tried.out).toMatch(/request: 1 allowed/);
});

test("a signal ends open requests, says so and records it @long", async () => {
  const model = await startScriptedModel((_seen, response) => void response.write(""));
  const { folder, profile, command } = await serving({
    mcpServers: { travel: DEMO },
    providers: [{ name: "slow", kind: "openai-compatible", address: model.baseUrl }],
  });
  const [, config = ""] = await command.said(/config for hosts in (\S+),/);
  const host = new Host(entryOf(config, "travel"), folder);
  await host.initialize();
  void host.call("ask", { question: "Will you answer?" });
  await expect.poll(() => model.asked().length).toBe(1);
  const { code, out } = await command.end("SIGINT");
  await host.ended;
  await model.close();
  expect(code).toBe(0);
  expect(out).toContain("travel sampling cancelled in ask (quit)");
  const verified = await run(folder, ["verify", path.join(profile, "ledger.db")]);
  expect(verified.out).toContain("Verified.");
});

test("a program that changes is not started again; after kill -9 the next start ends what was open @long", async () => {
  const model = await startScriptedModel((_seen, response) => void response.write(""));
  const script = path.join(folderWith([], {}), "server.mjs");
  writeFileSync(script, `import ${JSON.stringify(DEMO.args?.[0])};\n`);
  const { folder, profile, command } = await serving({
    mcpServers: { travel: { command: DEMO.command, args: [script] } },
    providers: [{ name: "slow", kind: "openai-compatible", address: model.baseUrl }],
  });
  const [, config = ""] = await command.said(/config for hosts in (\S+),/);
  const host = new Host(entryOf(config, "travel"), folder);
  await host.initialize();
  void host.call("ask", { question: "Will you answer?" });
  await expect.poll(() => model.asked().length).toBe(1);
  appendFileSync(script, "// changed\n");
  const late = new Host(entryOf(config, "travel"), folder);
  expect(JSON.stringify(await late.initialize())).toContain("its command has changed");
  await command.said(/^travel is not started: it has changed/m);
  await late.close();
  await command.end("SIGKILL");
  await host.ended;

  expect(await run(folder, ["accept", ...NAMED])).toMatchObject({ code: 0 });
  const again = new Command(folder, ["serve", ...NAMED, "--profile", "profile"]);
  await again.said(/^Serving/m);
  expect((await again.end()).out).toContain("travel sampling cancelled in ask (interrupted)");
  await model.close();
  const verified = await run(folder, ["verify", path.join(profile, "ledger.db")]);
  // The rows of the killed run are named: nothing was signed after them.
  expect(verified.out).toContain("unvouched");
  expect(verified.code).toBe(0);
});

test("what differs from the lock is named, and nothing is served @long", async () => {
  const { folder, command } = await serving({ mcpServers: { travel: DEMO } });
  await command.said(/^Serving/m);
  const again = await run(folder, ["serve", ...NAMED, "--profile", "profile"]);
  expect(again).toMatchObject({ code: 2 });
  expect(again.err).toContain("Another countersign is using");
  await command.end();

  const serve = () => run(folder, ["serve", ...NAMED, "--profile", "profile"]);
  write(folder, "servers.json", { mcpServers: { travel: { ...DEMO, args: ["-e", "0"] } } });
  const changed = await serve();
  expect(changed.code).toBe(2);
  expect(changed.err).toMatch(/server travel: command has changed: .* → .*-e 0/);
  write(folder, "servers.json", { mcpServers: { travel: DEMO, new: DEMO } });
  expect((await serve()).err).toContain("server new: was not accepted");
  write(folder, "servers.json", { mcpServers: { travel: DEMO } });
  write(folder, "rules.json", { rules: [{ ...TRIPS, when: "" }] });
  const rules = await serve();
  expect(rules.code).toBe(2);
  expect(rules.err).toContain("rules: sha256 has changed");
  rmSync(path.join(folder, "countersign.lock"));
  expect((await serve()).err).toContain("Nothing was accepted yet");
});

test("rules, servers and lock that others can change are refused @long", async () => {
  const { folder, command } = await serving({ mcpServers: { travel: DEMO } });
  await command.said(/^Serving/m);
  await command.end();
  for (const name of ["rules.json", "servers.json", "countersign.lock"]) {
    const file = path.join(folder, name);
    chmodSync(file, 0o664);
    for (const args of [
      ["accept", ...NAMED],
      ["serve", ...NAMED, "--profile", "profile"],
    ]) {
      expect(await run(folder, args), name).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${name} has mode 0664: others could change it`) as unknown,
      });
    }
    chmodSync(file, 0o644);
  }
  // As CI checks out.
  chmodSync(path.join(folder, "rules.json"), 0o666);
  const ran = await run(folder, ["run", ...NAMED, "--", process.execPath, "-e", "0"]);
  expect(ran).toMatchObject({ code: 0 });
});

test("a key or a file of secrets that others can read is refused, and so is a variable that is not set @long", async () => {
  const servers = { mcpServers: { travel: { ...DEMO, env: { A_TOKEN: "${A_TOKEN}" } } } };
  const folder = folderWith([TRIPS], servers);
  const unset = await run(folder, ["accept", ...NAMED]);
  expect(unset).toMatchObject({
    code: 2,
    err: "The variable A_TOKEN is not set (server travel).\n",
  });
  writeFileSync(path.join(folder, "secrets"), "A_TOKEN=1\n", { mode: 0o644 });
  const accept = () => run(folder, ["accept", ...NAMED, "--secrets", "secrets"]);
  expect((await accept()).err).toContain("mode 0644: others could read it");
  chmodSync(path.join(folder, "secrets"), 0o600);
  expect(await accept()).toMatchObject({ code: 0 });
  writeFileSync(path.join(folder, "key"), `${"0".repeat(64)}\n`, { mode: 0o640 });
  const serve = await run(folder, [
    "serve",
    ...NAMED,
    "--secrets",
    "secrets",
    "--profile",
    "profile",
    "--key",
    "key",
  ]);
  expect(serve.code).toBe(2);
  expect(serve.err).toContain("mode 0640");
});

test("a team that cannot be joined is named; a database that is away is waited for @long", async () => {
  const database = await teamDatabase();
  const folder = folderWith([TRIPS], { mcpServers: { travel: DEMO } });
  expect(await run(folder, ["accept", ...NAMED])).toMatchObject({ code: 0 });
  const args = (store: string) => ["serve", ...NAMED, "--profile", "profile", "--store", store];
  const env = { COUNTERSIGN_STORE_PASSWORD: database.password };
  const address = database.address("serve");
  const refused: [store: string, words: RegExp][] = [
    [database.address("aud"), /the login aud is no reviewer/],
    [database.address("nobody"), /The login was not accepted/],
    ["https://db.example/team", /The address is not postgres:/],
    ["postgres://serve@db.example/team?sslmode=disable", /not reached without TLS/],
    [address.replace("/countersign", "/postgres"), /not set up for a team/],
  ];
  for (const [store, words] of refused) {
    expect(await run(folder, args(store), env), store).toMatchObject({
      code: 2,
      err: expect.stringMatching(words) as unknown,
    });
  }
  for (const wrong of [{}, { COUNTERSIGN_STORE_PASSWORD: "another" }]) {
    const { code, err } = await run(folder, args(address), wrong);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("not accepted") });
  }
  await database.perform({ do: "kill" });
  const command = new Command(folder, args(address), env);
  await command.said(/^Team: The database cannot be reached/m);
  await command.said(/^Team: 1 of your rules would allow/m);
  await command.said(/^Serving/m);
  await database.perform({ do: "start" });
  await command.said(/^Team: online as serve \(reviewer\)/m);
  expect(await command.end()).toMatchObject({ code: 0, err: "" });
  await database.end();
});
