// Measures CPU time of this thread for tests, because wall-clock time depends on the machine's load.

/** Node's (since 23.9); used by tests only. */
declare const process: { threadCpuUsage(): { user: number; system: number } };

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** CPU time in milliseconds that `work` takes on this thread, without waiting. */
export function costMs(work: () => unknown): number {
  const beganMs = usedMs();
  work();
  return usedMs() - beganMs;
}

/** Like `costMs`, until the promise settles; includes everything else that this thread does meanwhile. */
export async function costUntilMs(work: () => Promise<unknown>): Promise<number> {
  const beganMs = usedMs();
  await work();
  return usedMs() - beganMs;
}
