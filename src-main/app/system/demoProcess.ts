// Starts the bundled demo server in a utility process, as a packaged app has no Node executable to run it with.
import { utilityProcess } from "electron";
import type { PortProcess } from "../../servers/mcp/transports/messagePort.ts";

/** @param entry the built `demo.js`. It runs with an empty environment, so that it gets none of ours. */
export function startDemo(entry: string): PortProcess {
  const child = utilityProcess.fork(entry, [], {
    stdio: "pipe",
    env: {},
    serviceName: "Countersign demo",
  });
  return {
    postMessage: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on("message", listener),
    onExit: (listener) => void child.on("exit", (code) => listener(code)),
    onStderr: (listener) =>
      void child.stderr?.on("data", (chunk: Buffer) => listener(chunk.toString("utf8"))),
    kill: () => void child.kill(),
  };
}
