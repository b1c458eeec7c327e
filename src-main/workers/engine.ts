// Entry: the process that runs llama.cpp. In the app it is an Electron utility process, in tests a plain Node child.
import { serveEngine } from "../model/local/engine/engineCore.ts";
import { loadBinding } from "../model/local/engine/llama.ts";
import type { EngineChannel } from "../model/local/engine/protocol.ts";

// From Electron 37 on a utility process would only warn, and whoever waits for it would wait for ever.
process.on("unhandledRejection", () => process.exit(1));
serveEngine(channelToParent(), loadBinding);

/** What is used of Electron's `process.parentPort`. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { data: unknown }) => void): void;
}

function channelToParent(): EngineChannel {
  const port: unknown = Reflect.get(process, "parentPort");
  if (isPort(port)) {
    return {
      post: (message) => port.postMessage(message),
      on: (listener) => port.on("message", (event) => listener(event.data)),
    };
  }
  if (process.send === undefined) throw new Error("The engine was not started by Countersign");
  process.on("disconnect", () => process.exit(0));
  return {
    post: (message) => process.send?.(message),
    on: (listener) => void process.on("message", listener),
  };
}

function isPort(value: unknown): value is ParentPort {
  return typeof value === "object" && value !== null && "postMessage" in value && "on" in value;
}
