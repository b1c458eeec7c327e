// What the system answers when a process is to run behind the desk: it has ended, it is to be asked again, it weighs none.
import os from "node:os";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lower } from "./lowered.ts";
import type { PrioritySystem } from "./lowered.ts";

const { PRIORITY_BELOW_NORMAL } = os.constants.priority;
const PID = 4242;

const refused = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

/** In place of the system: answers each call by the next of these codes, or does it. */
class FakePrioritySystem implements PrioritySystem {
  readonly asked: string[] = [];
  readonly #codes: (string | null)[];
  readonly #ended: boolean;

  constructor({ sessions, ended = false }: { sessions: (string | null)[]; ended?: boolean }) {
    this.#codes = sessions;
    this.#ended = ended;
  }

  setPriority(pid: number, priority: number): void {
    this.asked.push(`process ${pid} ${priority}`);
    if (this.#ended) throw refused("ESRCH");
  }

  weighSession: PrioritySystem["weighSession"] = (pid, priority) => {
    this.asked.push(`session ${pid} ${priority}`);
    const code = this.#codes.shift() ?? null;
    return code === null ? Promise.resolve() : Promise.reject(refused(code));
  };
}

const OF_PROCESS = `process ${PID} ${PRIORITY_BELOW_NORMAL}`;
const OF_SESSION = `session ${PID} ${PRIORITY_BELOW_NORMAL}`;

/** What nobody caught ends the desk in the real app. */
const uncaught: unknown[] = [];
const keep = (error: unknown): void => void uncaught.push(error);

beforeEach(() => {
  vi.useFakeTimers();
  process.on("unhandledRejection", keep);
});
afterEach(() => {
  vi.useRealTimers();
  process.off("unhandledRejection", keep);
  expect(uncaught.splice(0)).toEqual([]);
});

/** Everything that was asked, once nothing more comes of it. */
async function askedOf(system: FakePrioritySystem): Promise<string[]> {
  lower(PID, system);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  // Node tells of what nobody caught in a turn of its own.
  await new Promise((resolve) => setImmediate(resolve));
  return system.asked;
}

it("asks for the process and its session once where neither is turned away", async () => {
  const system = new FakePrioritySystem({ sessions: [] });
  expect(await askedOf(system)).toEqual([OF_PROCESS, OF_SESSION]);
});

it("asks once more for a session that the system has no turn for, after its 100 ms", async () => {
  const system = new FakePrioritySystem({ sessions: ["EAGAIN"] });
  lower(PID, system);
  await vi.advanceTimersByTimeAsync(100);
  expect(system.asked).toEqual([OF_PROCESS, OF_SESSION]);
  await vi.advanceTimersByTimeAsync(100);
  expect(system.asked).toEqual([OF_PROCESS, OF_SESSION, OF_SESSION]);
});

it.each([
  ["turned away twice", ["EAGAIN", "EAGAIN"]],
  ["gone by the second time", ["EAGAIN", "ENOENT"]],
])("leaves a session as it is that is %s", async (_, sessions) => {
  const system = new FakePrioritySystem({ sessions });
  expect(await askedOf(system)).toEqual([OF_PROCESS, OF_SESSION, OF_SESSION]);
});

it("leaves a process alone that has ended meanwhile, and asks no second time", async () => {
  const system = new FakePrioritySystem({ sessions: ["ENOENT"], ended: true });
  expect(await askedOf(system)).toEqual([OF_PROCESS, OF_SESSION]);
});

it("asks for the process alone where the system weighs no sessions", async () => {
  const system = new FakePrioritySystem({ sessions: [] });
  system.weighSession = null;
  expect(await askedOf(system)).toEqual([OF_PROCESS]);
});
