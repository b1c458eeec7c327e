// Runs the thread with the given entry, and pauses it in its work: at its first message it waits for as long as a file
// exists, or until main wants it to end (src-main/store/ending.ts).
// @ts-nocheck: plain Node, in a thread of the app.
"use strict";
const fs = require("node:fs");
const { getEnvironmentData, parentPort } = require("node:worker_threads");

const [entry, hold] = process.argv.slice(2);
const state = getEnvironmentData("countersign:end");
const WORKS = 0;
const TELL_MS = 100;

// It reports after each step, not at intervals: the speed of the machine does not matter.
let nowMs = 0;
Object.defineProperty(performance, "now", { value: () => (nowMs += 1000) });

const post = parentPort.postMessage.bind(parentPort);
const waits = new Int32Array(new SharedArrayBuffer(4));
parentPort.postMessage = (told) => {
  post(told);
  if (told.kind !== "progress") return;
  while (fs.existsSync(hold) && Atomics.load(state, 0) === WORKS) {
    Atomics.wait(waits, 0, 0, TELL_MS);
    // A slow copy reports repeatedly; a window may have opened meanwhile.
    post(told);
  }
};

require(entry);
