import { readFileSync } from "node:fs";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";

it.runIf(process.platform === "linux")("is the thread's own priority, not main's", async () => {
  const nice = "readFileSync('/proc/thread-self/stat', 'utf8').split(') ')[1].split(' ')[16]";
  const module = JSON.stringify(new URL("lowerPriority.ts", import.meta.url).href);
  const worker = new Worker(
    `import { readFileSync } from "node:fs";
     import { parentPort } from "node:worker_threads";
     import { lowerPriority } from ${module};
     const before = ${nice};
     lowerPriority();
     parentPort.postMessage([before, ${nice}]);`,
    { eval: true, execArgv: ["--input-type=module"] },
  );
  const told = await new Promise((resolve, reject) =>
    worker.once("message", resolve).once("error", reject),
  );
  const ofMain = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ")[16];
  expect(told).toEqual([ofMain, String(Math.max(10, Number(ofMain)))]);
});
