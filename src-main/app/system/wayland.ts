/**
 * Whether windows may be native Wayland, the default from Electron 38 on. Their position can be neither read nor set
 * and would be stored as 0, 0. `platformSwitch`: value of `--ozone-platform`, empty if absent.
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
