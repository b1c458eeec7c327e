// Starts the engine in a utility process of Electron.
import { app, utilityProcess } from "electron";
import { processMemory } from "../../models/local/machine.ts";
import { engineEnvironment } from "../../models/local/engine/environment.ts";
import type { EngineProcess } from "../../models/local/engine/enginePort.ts";

/** Starts the built `engine.js`. llama.cpp writes prompts to its output, so the output is discarded. */
export function startEngineUtility(enginePath: string): EngineProcess {
  const child = utilityProcess.fork(enginePath, [], {
    serviceName: "Countersign model engine",
    stdio: "ignore",
    env: engineEnvironment(process.env),
  });
  return {
    post: (message) => child.postMessage(message),
    on: (listener) => void child.on("message", listener),
    onExit: (listener) => child.once("exit", (code) => listener(code)),
    kill: () => child.kill(),
    memoryBytes: () => processMemory(child.pid) ?? metricOf(child.pid),
  };
}

/** The system has no file for it. */
function metricOf(pid: number | undefined): number | null {
  const metric = app.getAppMetrics().find((item) => item.pid === pid);
  return metric === undefined ? null : metric.memory.workingSetSize * 1024;
}
