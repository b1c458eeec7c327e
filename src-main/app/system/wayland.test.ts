import { expect, it } from "vitest";
import { isWayland } from "./wayland.ts";

it.each([
  ["linux", {}, "", false],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "", true],
  ["linux", { XDG_SESSION_TYPE: "wayland" }, "", true],
  ["linux", { XDG_SESSION_TYPE: "x11", DISPLAY: ":0" }, "", false],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "x11", false],
  ["linux", { DISPLAY: ":0" }, "wayland", true],
  ["darwin", { WAYLAND_DISPLAY: "wayland-0" }, "", false],
] as const)("%s with %j and --ozone-platform=%s: %s", (system, env, platformSwitch, expected) => {
  expect(isWayland(system, env, platformSwitch)).toBe(expected);
});
