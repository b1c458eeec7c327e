// No secret of a command line or an address is shown or kept; everything else stays unchanged.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MASK,
  maskedAddress,
  maskedArguments,
  maskedIdentity,
  maskedText,
  secretsIn,
  whereOf,
} from "./masking.ts";
import type { Endpoint } from "../server.ts";

const stdio = (command: string, ...args: string[]): Endpoint<unknown> => ({
  kind: "stdio",
  command,
  args,
  cwd: null,
  env: [],
});
const TOKEN = "Zk3v9QmT7xLw2RbY8nHc5JdF";
const HEX = "9f86d081884c7d659a2feaa0c55ad015";
const UUID = "3f2b8c1e-9a4d-4c7b-8e21-5d6f7a8b9c0d";

describe("a command line", () => {
  it.each<[string[], string]>([
    [["npx", "-y", "a b"], 'npx -y "a b"'],
    [["/opt/it's", ""], '"/opt/it\'s" ""'],
    [["docker", "run", "-e", "API_KEY=abc", "-i", "x"], "docker run -e API_KEY=••• -i x"],
    [
      ["x", "--api-key", "abc", "--token=t=1", "--key-file", "k"],
      "x --api-key ••• --token=••• --key-file k",
    ],
    [["x", "SECRET_KEY=//a0/b1"], "x SECRET_KEY=•••"],
    [["x", "--header", "Authorization: Bearer abc"], "x --header Authorization:•••"],
    [["x", "--header=X-Api-Key: abc def"], 'x "--header=X-Api-Key:•••"'.replaceAll('"', "")],
    [["x", "--auth", "--port", "1"], "x --auth --port 1"],
    [["curl", "-u", "admin:hunter2"], "curl -u admin:•••"],
    [["curl", "--user", "admin:S3cretPw"], "curl --user admin:•••"],
    [["psql", "postgresql://admin:S3cret@db/x"], "psql postgresql://admin:•••@db/x"],
    [["psql", "postgresql://admin:S3/c#r?et@db/x"], "psql postgresql://admin:•••@db/x"],
    [["psql", 'postgresql://admin:S3 "cret@db/x'], "psql postgresql://admin:•••@db/x"],
    [["--url=redis://:S3cret@r:6379/0"], "--url=redis://:•••@r:6379/0"],
    [["x", "-k", "S3cret"], "x -k •••"],
    [["curl", "-k", "https://a.example/b"], "curl -k https://a.example/b"],
    [["x", "-p", "S3cretPass", "-u", "S3cretPass"], "x -p ••• -u •••"],
    [["docker", "run", "-p", "8080:80", "x"], "docker run -p 8080:80 x"],
    [["x", "-kS3cret"], "x -k•••"],
    [["x", "sk-ant-api03-abcDEF"], "x •••"],
    [["x", "sk-ant-S3cret"], "x •••"],
    [["x", "ghp_abcDEF123"], "x •••"],
    [["x", TOKEN], "x •••"],
    [["x", `--project=${HEX}`], "x --project=•••"],
    [["x", '{"apiKey":"abc def","name":"n"}'], 'x "{\\"apiKey\\":\\"•••\\",\\"name\\":\\"n\\"}"'],
    [["sh", "-c", "run --api-key abc -v; x"], 'sh -c "run --api-key ••• -v; x"'],
    [["sh", "-c", "TOKEN=abc run --api-key abc -v"], "sh -c TOKEN=•••"],
    [["mongo", "admin:hunter2@db.example"], "mongo admin:•••@db.example"],
    [["sh", "-c", "run :env=API_KEY=abc now"], 'sh -c "run :env=API_KEY=••• now"'],
    [["x", "Server=db;User=sa;Password=p1;"], 'x "Server=db;User=sa;Password=•••;"'],
  ])("%j", ([command = "", ...args], shown) => {
    expect(whereOf(stdio(command, ...args))).toBe(shown);
  });

  it.each([
    "npx -y @modelcontextprotocol/server-sequential-thinking@2025.7.1",
    "node /home/me/.nvm/versions/node/v22.11.0/lib/node_modules/mcp-server-fetch-2/dist/index.js",
    `docker run -i --rm mcp/fetch@sha256:${HEX}${HEX}`,
    `uvx --from git+https://github.com/a/b@${HEX} mcp-server-git --repository /srv/repos/x86_64-v2`,
    "docker run -u 1000:1000 -i mcp/fetch",
    "python -m server --max-tokens 2000 --port 8080 --log-level debug",
    "C:\\Program_Files\\node\\node.exe server.js",
    "npx -p typescript@5.4 tsc npm:typescript@5 npm:a@latest redis:alpine",
  ])("leaves %s", (line) => {
    expect(maskedArguments(line.split(" ")).join(" ")).toBe(line);
    expect(maskedText(line)).toBe(line);
  });
});

describe("an address", () => {
  it.each([
    ["https://a.example/mcp?api_key=abc&q=1", "https://a.example/mcp?api_key=•••&q=1"],
    ["https://a.example/mcp?sig=abc#access_token=x&y=1", "https://a.example/mcp?sig=•••&y=1"],
    ["https://me:pw@a.example/mcp", "https://me:•••@a.example/mcp"],
    ["https://ghp_123@a.example/mcp", "https://•••@a.example/mcp"],
    ["https://token:pw@a.example:8443/mcp", "https://token:•••@a.example:8443/mcp"],
    [`https://a.example/s/${TOKEN}/mcp`, "https://a.example/s/•••/mcp"],
    [`https://a.example/s/${UUID}/mcp`, "https://a.example/s/•••/mcp"],
    [`https://a.example/${HEX}`, "https://a.example/•••"],
    ["https://a.example/token/Ab3def/mcp", "https://a.example/token/•••/mcp"],
    [`https://a.example/mcp?x=${TOKEN}`, "https://a.example/mcp?x=•••"],
    [`https://a.example/mcp?${TOKEN}`, "https://a.example/mcp?•••"],
    ["https://a.example/mcp?u=https%3A%2F%2Fme%3Apw%40b", "https://a.example/mcp?u=•••"],
    ["https://hooks.slack.com/services/T1/B2/abc", "https://hooks.slack.com/services/•••"],
    ["not an address S3cret", "•••"],
  ])("%s", (url, shown) => {
    expect(whereOf({ kind: "http", url, headers: [] })).toBe(shown);
    expect(maskedAddress(shown)).toBe(shown);
  });

  it.each([
    "https://a.example:8443/v1/mcp/tools/getWeatherForecast?limit=20&lang=en-GB#top",
    "https://mcp.a.example/2025-11-25/server-sequential-thinking/sse?cursor=page2",
    "http://127.0.0.1:3000/mcp",
    "https://key.example:8080/a",
  ])("leaves %s", (url) => expect(maskedAddress(url)).toBe(url));

  it("masks an identity by its path alone", () => {
    const origin = "https://a.example";
    const identity = maskedIdentity({ kind: "address", origin, pathname: `/s/${TOKEN}/mcp` });
    expect(identity).toEqual({ kind: "address", origin, pathname: "/s/•••/mcp" });
  });
});

it("lists the secrets that it masked, except short common words", () => {
  const args = ["--auth", "none", "--api-key", "abc1", `postgresql://a:S3cret@db/${TOKEN}`];
  expect(secretsIn(stdio("x", ...args))).toEqual(["abc1", "S3cret", TOKEN]);
  const url = "https://a.example/?key=abc1";
  expect(secretsIn({ kind: "sse", url, headers: [] })).toEqual(["abc1"]);
});

it("masks idempotently, and never throws", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "--token ",
      "api_key=",
      "://",
      "u:p@h",
      " ",
      "?",
      "&",
      "#",
      "/",
      TOKEN,
      '"',
      "'",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const once = maskedText(pieces.join(""));
      const secrets = maskedText(once).split("•••");
      expect(secrets.every((kept) => once.includes(kept))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it("is quick for any text", () => {
  for (const unit of [
    "a",
    "-",
    "a:",
    "eyJ",
    "k=",
    "/a1",
    "://",
    "-----BEGIN ",
    'p="',
    "a.",
    "@",
    "%41",
    "--k ",
  ]) {
    const started = performance.now();
    maskedText(unit.repeat(12_000 / unit.length));
    expect(performance.now() - started, unit).toBeLessThan(2000);
  }
});

it("masks a history of megabytes with thousands of secrets in a time that grows with its length alone", () => {
  const line = (secret: string) =>
    `{ "API_KEY": "${secret}", "display": "${"word ".repeat(20)}" }\n`;
  expect(maskedText(line("abcdef").repeat(10_000))).toBe(line(MASK).repeat(10_000));
});
