// The environment of the engine's process.

/** It needs nothing from the environment but the locations of libraries and temporary files. */
export function engineEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH", "LANG"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
