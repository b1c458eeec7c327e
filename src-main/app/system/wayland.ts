/**
 * Whether windows may be Wayland's own, as is usual from Electron 38 on. Such a window has no place that can be read or set:
 * it would be remembered at 0, 0. `platformSwitch` is the value of `--ozone-platform`, empty where it is not given.
 */
export function isWayland(
  system: NodeJS.Platform,
  env: Readonly<NodeJS.ProcessEnv>,
  platformSwitch: string,
): boolean {
  if (system !== "linux") return false;
  if (platformSwitch !== "") return platformSwitch === "wayland";
  return Boolean(env["WAYLAND_DISPLAY"]) || env["XDG_SESSION_TYPE"] === "wayland";
}
