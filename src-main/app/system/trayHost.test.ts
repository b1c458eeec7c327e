// The texts are real output of the three programs on a session bus with and without a panel.
import { expect, it } from "vitest";
import { hasTrayHost } from "./trayHost.ts";
import type { RunProgram } from "./trayHost.ts";

const bus = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1000/bus" };
const only =
  (name: string, said: string): RunProgram =>
  (program) =>
    Promise.resolve(program === name ? said : null);

it.each([
  ["gdbus", "(<true>,)\n", true],
  ["gdbus", "(<false>,)\n", false],
  ["gdbus", "", false],
  ["dbus-send", "method return time=1.2 sender=:1.3\n   variant       boolean true\n", true],
  ["busctl", "b true\n", true],
  ["busctl", "b false\n", false],
])("by %s, which says %j: %j", async (program, said, there) => {
  await expect(hasTrayHost("linux", bus, only(program, said))).resolves.toBe(there);
});

it("is false if no program can ask", async () => {
  await expect(hasTrayHost("linux", bus, () => Promise.resolve(null))).resolves.toBe(false);
  await expect(hasTrayHost("linux", {}, only("gdbus", "(<true>,)"))).resolves.toBe(false);
});

it("runs no program on systems that always have one", async () => {
  const asked: RunProgram = () => Promise.reject(new Error("asked"));
  await expect(hasTrayHost("win32", {}, asked)).resolves.toBe(true);
  await expect(hasTrayHost("darwin", {}, asked)).resolves.toBe(true);
});
