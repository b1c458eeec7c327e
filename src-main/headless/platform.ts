// What plain Node provides for the features: a child process for the engine, no keychain but a key file, nobody who could
// sign in.
import { fork } from "node:child_process";
import type { Serializable } from "node:child_process";
import { constants } from "node:os";
import { processMemory } from "../models/local/machine.ts";
import { engineEnvironment } from "../models/local/engine/environment.ts";
import type { EngineProcess } from "../models/local/engine/enginePort.ts";
import type { Platform } from "../composition/platform.ts";
import type { KeyStore } from "../profile/encryption/cipher.ts";
import type { Variables } from "./config/variables.ts";

export const nodePlatform = (
  version: string,
  keyStore: KeyStore,
  variables: Variables,
): Platform => ({
  version,
  // Only what the config names.
  modelFolders: () => [],
  keyStore: async () => Promise.resolve(keyStore),
  variable: (name) => variables.get(name),
  loginShell: {
    path: async () => Promise.resolve(process.env["PATH"] ?? ""),
    variable: async () => Promise.resolve(null),
  },
  // There is no desktop whose proxy settings could apply.
  askSystem: async () => Promise.resolve("DIRECT"),
  startEngine,
  startDemo() {
    throw new Error("the demo server is part of the app");
  },
  signIn: null,
  nextStart: () => null,
});

function startEngine(entry: string): EngineProcess {
  // llama.cpp writes prompts to its output, so the output is discarded.
  const child = fork(entry, [], {
    env: engineEnvironment(process.env),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return {
    post: (message) => child.send(message as Serializable),
    on: (listener) => void child.on("message", listener),
    onExit: (listener) =>
      child.once("exit", (code, signal) =>
        listener(signal === null ? code : 128 + constants.signals[signal]),
      ),
    kill: () => child.kill("SIGKILL"),
    memoryBytes: () => processMemory(child.pid),
  };
}
