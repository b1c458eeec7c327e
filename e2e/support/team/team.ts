// A team's database for a test, in a process of its own (database.ts), with the logins ana, bo, cy, olga and aud.
import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { projectNode } from "../paths.ts";

/**
 * `expire-leases` is as if a minute had passed, `expire-holder` as if the desk of `serve` had been silent for it; the
 * operator olga sets the policy.
 */
export type Command =
  | { do: "kill" | "start" | "expire-leases" | "expire-holder" }
  | { do: "set-policy"; twoPeople: string[]; rules: object[] };

export interface TeamDatabase {
  address(login: string): string;
  /** Of `serve` and `bo`; the other logins need none. */
  password: string;
  /** Rejects when the database refuses. One at a time. */
  perform(command: Command): Promise<void>;
  end(): Promise<void>;
}

export async function teamDatabase(): Promise<TeamDatabase> {
  const child = spawn(
    projectNode,
    [
      "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
      path.join(import.meta.dirname, "database.ts"),
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async <T>(): Promise<T> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error("the database's process ended");
    return JSON.parse(value) as T;
  };
  const { address, password } = await next<{ address: string; password: string }>();
  return {
    password,
    address: (login) => address.replace("LOGIN", login),
    async perform(command) {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      const { failure } = await next<{ failure: string | null }>();
      if (failure !== null) throw new Error(failure);
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}
