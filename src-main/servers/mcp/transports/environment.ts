// The environment of a local server: the variables that the SDKs' clients pass on (MCP TypeScript SDK, client/stdio),
// with the PATH of the login shell, then those that the user configured.
const INHERITED =
  process.platform === "win32"
    ? [
        "APPDATA",
        "COMSPEC",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "PROGRAMFILES(X86)",
        "PROGRAMW6432",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "USERNAME",
        "USERPROFILE",
        "WINDIR",
      ]
    : ["HOME", "LOGNAME", "SHELL", "TERM", "USER"];

/** The complete environment of a child process; a configured value takes precedence. */
export function childEnvironment(
  path: string,
  configured: { name: string; value: string }[],
  own: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = own[name];
    // An exported shell function would be code, not a value (CVE-2014-6271).
    if (value !== undefined && !value.startsWith("()")) env[name] = value;
  }
  env["PATH"] = path;
  for (const { name, value } of configured) env[name] = value;
  return env;
}
