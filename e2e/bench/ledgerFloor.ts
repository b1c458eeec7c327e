// The least that verifying a ledger takes, on one core of the runtime in use: SQLite reading each column of each row and
// text, and SHA-256 over as many bytes as are hashed, in one go. Each for itself; nothing is compared.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { runtime } from "../../scripts/runtime.mjs";
import { root } from "../../scripts/setup/paths.mjs";

export interface VerifyFloor {
  /** Processor time, in milliseconds. */
  readMs: number;
  hashMs: number;
  /** What is hashed. */
  bytes: number;
}

/** Runs in the runtime as Node: `argv` are libsql's folder and the file. */
const SCRIPT = `
const [libsql, file] = process.argv.slice(-2);
const { createHash } = require("node:crypto");
const { pathToFileURL } = require("node:url");
const database = new (require(libsql))(pathToFileURL(file).href + "?immutable=1", { readonly: true });
const spent = (work) => {
  const began = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(began);
  return [value, (user + system) / 1000];
};
const sizes = (columns) => columns.map((column) => "coalesce(octet_length(" + column + "), 0)").join(" + ");
const SAID = ["seq", "at_ms", "sample", "kind", "facts", "content", "media"];
const LINK = 150;
const total = (sql) => Number(database.prepare(sql).raw().get()[0]);
const [bytes, readMs] = spent(() => {
  const rows = total("SELECT sum(" + sizes(SAID) + " + 6 + " + LINK + " + 0 * (" + sizes(["prev", "hash"]) + ")) FROM event");
  const body = "octet_length(body)";
  const texts = total("SELECT sum(2 * " + body + " + octet_length(salt) + 0 * (" + sizes(["commitment", "sha256"]) + " + unicode(body))) FROM content");
  return rows + texts;
});
const piece = Buffer.alloc(1 << 16, 97);
const [, hashMs] = spent(() => {
  const hash = createHash("sha256");
  for (let left = bytes; left > 0; left -= piece.length) hash.update(piece.subarray(0, Math.min(left, piece.length)));
  return hash.digest("hex");
});
process.stdout.write(JSON.stringify({ bytes, readMs, hashMs }));
`;

export async function verifyFloor(file: string): Promise<VerifyFloor> {
  const { executable } = await runtime();
  const libsql = path.join(root, "node_modules/libsql");
  const { stdout } = await promisify(execFile)(executable, ["-e", SCRIPT, libsql, file], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  });
  return JSON.parse(stdout);
}
