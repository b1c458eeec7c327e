// Knows how the engine process is started inside Electron. The only file of the models' room that imports electron.
import { app, utilityProcess } from "electron";
import { processMemory } from "../machine.ts";
import type { EngineProcess } from "./enginePort.ts";

/** Starts the built `engine.js`. llama.cpp writes prompts to its output, so that goes nowhere. */
export function startEngineUtility(enginePath: string): EngineProcess {
  const child = utilityProcess.fork(enginePath, [], {
    serviceName: "Countersign model engine",
    stdio: "ignore",
    // The engine needs nothing of the environment but where libraries and temporary files lie.
    env: pickEnvironment(process.env),
  });
  return {
    post: (message) => child.postMessage(message),
    on: (listener) => void child.on("message", listener),
    onExit: (listener) => child.once("exit", (code) => listener(code)),
    kill: () => child.kill(),
    memoryBytes: () => processMemory(child.pid) ?? metricOf(child.pid),
  };
}

/** Where the system has no file for it. */
function metricOf(pid: number | undefined): number | null {
  const metric = app.getAppMetrics().find((item) => item.pid === pid);
  return metric === undefined ? null : metric.memory.workingSetSize * 1024;
}

function pickEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const names = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH", "LANG"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
