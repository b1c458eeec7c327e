// What work costs, for tests: the time of the processor on this thread. The clock's time says as much of whatever else
// the machine does.

/** Of Node (since 23.9); tests alone run this. */
declare const process: { threadCpuUsage(): { user: number; system: number } };

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The processor's time that this work takes on this thread, in milliseconds; waiting costs nothing. */
export function costMs(work: () => unknown): number {
  const beganMs = usedMs();
  work();
  return usedMs() - beganMs;
}

/** The same up to the end of what it promises, with all else that this thread does meanwhile. */
export async function costUntilMs(work: () => Promise<unknown>): Promise<number> {
  const beganMs = usedMs();
  await work();
  return usedMs() - beganMs;
}
