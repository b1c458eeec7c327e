// Entry of the process that runs llama.cpp: an Electron utility process in the app, a Node child process in tests.
import { serveEngine } from "../models/local/engine/engineCore.ts";
import { loadBinding } from "../models/local/engine/llama.ts";
import type { EngineChannel } from "../models/local/engine/protocol.ts";

// From Electron 37 on a utility process only warns, and callers would wait forever.
process.on("unhandledRejection", () => process.exit(1));
serveEngine(channelToParent(), loadBinding);

/** The part of Electron's `process.parentPort` that is used. */
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
