// Runs a server and copies what it gets into a file: `tee.mjs FILE COMMAND ARGS…`.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import process from "node:process";

const [, , file = "", command = "", ...args] = process.argv;
const child = spawn(command, args, { stdio: ["pipe", "inherit", "inherit"] });
const copy = createWriteStream(file);
process.stdin.on("data", (chunk) => {
  copy.write(chunk);
  child.stdin.write(chunk);
});
process.stdin.once("end", () => {
  copy.end();
  child.stdin.end();
});
child.stdin.on("error", () => {});
child.once("exit", (code) => process.exit(code ?? 1));
