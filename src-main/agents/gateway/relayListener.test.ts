import { mkdtempSync, statSync, writeFileSync, readFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { HookAdmission } from "../hooks/hookDoor.ts";
import type { Admission } from "./gateway.ts";
import type { RelayListener } from "./relayListener.ts";
import { GREETING_MAX_BYTES, openRelayListener, socketOf } from "./relayListener.ts";
import { RELAY_VERSION } from "./greeting.ts";
import relay from "./relay.mjs?raw";

const doors: RelayListener[] = [];
afterEach(async () => {
  for (const door of doors.splice(0)) await door.close();
});

const admitNobody: Admission = ({ token }) => Promise.resolve(`not with ${token}`);

const noHooks: HookAdmission = () => Promise.reject(new Error("no hooks"));

async function open(admit: Admission): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-door-"));
  const socket = socketOf(path.join(folder, "gateway"));
  doors.push(await openRelayListener(socket, admit, noHooks));
  return socket;
}

/** What the desk sends for `text`, until it ends the connection. */
function say(socket: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const connection = net.connect(socket, () => connection.write(text));
    connection.on("data", (chunk) => {
      said += chunk.toString("utf8");
    });
    connection.on("error", reject);
    connection.on("close", () => resolve(said));
  });
}

const greeting = (more: object = {}): string =>
  `${JSON.stringify({ relay: RELAY_VERSION, id: "w", token: "t", folder: "/tmp", ...more })}\n`;

it("refuses anything but a relay, an older relay, and an unknown token", async () => {
  const socket = await open(admitNobody);
  expect(await say(socket, greeting())).toContain("not with t");
  expect(await say(socket, greeting({ relay: 0 }))).toContain("another version");
  expect(await say(socket, greeting({ folder: "relative" }))).toContain("not a Countersign relay");
  expect(await say(socket, "GET / HTTP/1.1\r\n\r\n")).toContain("not a Countersign relay");
});

it("ends a connection whose first line exceeds the bound that the docs name", async () => {
  const socket = await open(admitNobody);
  expect(await say(socket, "x".repeat(GREETING_MAX_BYTES + 1)).catch(() => "")).toBe("");
  const page = readFileSync("docs/security.md", "utf8");
  expect(page).toContain(`A first line of more than ${GREETING_MAX_BYTES / 1024} kB ends`);
});

it("takes the host's variables within bounds", async () => {
  const greetings: object[] = [];
  const socket = await open((given) => {
    greetings.push(given);
    return Promise.resolve("seen");
  });
  expect(await say(socket, greeting({ env: { A: "1" } }))).toContain("seen");
  expect(greetings).toEqual([{ wrapId: "w", token: "t", folder: "/tmp", env: { A: "1" } }]);
  for (const env of [{ A: "x".repeat(32_768) }, { A: "1\0B=2" }])
    expect(await say(socket, greeting({ env }))).toContain("longer than 32767");
  expect(await say(socket, greeting({ env: { A: 1 } }))).toContain("not a Countersign relay");
  expect(greetings).toHaveLength(1);
});

it("keeps the folder to its owner, and replaces a socket that was left behind", async () => {
  const socket = await open(admitNobody);
  expect(statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
  await doors.pop()?.close();
  writeFileSync(socket, "left behind");
  doors.push(await openRelayListener(socket, admitNobody, noHooks));
  expect(await say(socket, greeting())).toContain("not with t");
});

it("passes bytes both ways, including those right after the greeting, and ends with the connection", async () => {
  const heard: string[] = [];
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const socket = await open((_greeting, host) => {
    host.send("first");
    return Promise.resolve({
      openOrigin: () => ({ kind: "none" }),
      takesBatches: false,
      notPassed() {},
      receive: (chunk) => {
        heard.push(Buffer.from(chunk).toString("utf8"));
        if (heard.join("").includes("last\n")) host.end();
        return Promise.resolve();
      },
      close: () => {
        end();
        return Promise.resolve();
      },
    });
  });
  const said = await say(socket, `${greeting()}one\nlast\n`);
  expect(said).toContain("first\n");
  expect(said).toContain('{"ok":true}\n');
  expect(heard.join("")).toBe("one\nlast\n");
  await ended;
});

it("speaks the same version as its relay", () => {
  expect(/RELAY_VERSION = (\d+)/.exec(relay)?.[1]).toBe(String(RELAY_VERSION));
});
