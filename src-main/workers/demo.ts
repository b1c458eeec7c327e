// Entry of the demo server as an Electron utility process, which has no stdin: it uses the parent's message port.
import { PortServerTransport, type PortLike } from "../demo/parentPort.ts";
import { createDemoServer, DEMO_VERSION } from "../demo/server.ts";

// From Electron 37 on a utility process only warns, and callers would wait forever.
process.on("unhandledRejection", () => process.exit(1));

const parentPort: unknown = Reflect.get(process, "parentPort");
if (!isPort(parentPort)) {
  throw new Error("The demo server was not started as a utility process: no parent port");
}
void createDemoServer(DEMO_VERSION).connect(new PortServerTransport(parentPort));

function isPort(value: unknown): value is PortLike {
  return typeof value === "object" && value !== null && "postMessage" in value && "on" in value;
}
