import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loginItem } from "./loginItem.ts";
import type { LoginItemParts } from "./loginItem.ts";

let config: string;
let file: string;
beforeEach(() => {
  config = mkdtempSync(path.join(tmpdir(), "countersign-login-"));
  file = path.join(config, "autostart/countersign.desk.desktop");
});
afterEach(() => rmSync(config, { recursive: true, force: true }));

const noList: LoginItemParts["app"] = {
  getLoginItemSettings: () => {
    throw new Error("not asked here");
  },
  setLoginItemSettings: () => {
    throw new Error("not set here");
  },
};
const linux = (command: LoginItemParts["command"] = ["/opt/Countersign/countersign"]) =>
  loginItem({ system: "linux", packaged: true, command, config, app: noList });
const on = { available: true, on: true };
const off = { available: true, on: false };

it("writes an autostart file on Linux, and removes it", () => {
  const item = linux(["/opt/Coun ter/app", "--user-data-dir", "/home/me/50 %"]);
  expect(item.look()).toEqual(off);
  expect(item.set(true)).toEqual({ ok: true, value: on });
  expect(readFileSync(file, "utf8")).toBe(
    '[Desktop Entry]\nType=Application\nName=Countersign\nExec="/opt/Coun ter/app" "--user-data-dir" "/home/me/50 %%" "--background"\nTryExec=/opt/Coun ter/app\n',
  );
  expect(item.look()).toEqual(on);
  expect(item.set(false)).toEqual({ ok: true, value: off });
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  expect(item.set(false)).toEqual({ ok: true, value: off });
});

it("quotes what a shell or the specification would read differently", () => {
  linux(['/a "b" $c `d` \\e']).set(true);
  expect(readFileSync(file, "utf8")).toContain(
    'Exec="/a \\\\"b\\\\" \\\\$c \\\\`d\\\\` \\\\\\\\e" "--background"',
  );
});

it("shows what the desktop or another program made of it", () => {
  const item = linux();
  item.set(true);
  const written = readFileSync(file, "utf8");
  for (const line of ["Hidden=true", "X-GNOME-Autostart-enabled=false"]) {
    writeFileSync(file, `${written}${line}\n`);
    expect(item.look()).toEqual(off);
  }
  writeFileSync(file, written.replace("/opt/Countersign", "/opt/older"));
  expect(item.look()).toEqual(off);
  expect(item.set(true)).toEqual({ ok: true, value: on });
});

it("says why it could not write", () => {
  mkdirSync(file, { recursive: true });
  const item = loginItem({
    system: "linux",
    packaged: true,
    command: ["/x"],
    app: noList,
    config: path.join(config, "autostart"),
  });
  writeFileSync(path.join(config, "autostart", "autostart"), "a file in the place of the folder");
  expect(item.set(true)).toMatchObject({ ok: false });
});

it.each([["win32"], ["darwin"]] as const)(
  "is in the list of %s in that system's form",
  (system) => {
    let set: object | null = null;
    let refuses = false;
    const item = loginItem({
      system,
      packaged: true,
      command: ["C:/c.exe"],
      config,
      app: {
        getLoginItemSettings: () =>
          ({ openAtLogin: set !== null && "openAtLogin" in set }) as never,
        setLoginItemSettings: (given) =>
          void (set = given.openAtLogin === true && !refuses ? given : null),
      },
    });
    expect(item.look()).toEqual(off);
    expect(item.set(true)).toEqual({ ok: true, value: on });
    if (system === "win32") {
      expect(set).toEqual({ openAtLogin: true, path: "C:/c.exe", args: ["--background"] });
    }
    expect(item.set(false)).toEqual({ ok: true, value: off });
    refuses = true;
    expect(item.set(true)).toEqual({ ok: true, value: off });
  },
);

it("is not offered where it would start another program", () => {
  const parts = { packaged: false, command: ["/Electron"], config, app: noList } as const;
  expect(loginItem({ ...parts, system: "darwin" }).look()).toEqual({ available: false, on: false });
});
