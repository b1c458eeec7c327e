// The machine and the run that a figure comes from, printed with every table.
import os from "node:os";
import process from "node:process";
import { runtime } from "../../scripts/runtime.mjs";

const load = (): string =>
  os
    .loadavg()
    .map((value) => value.toFixed(2))
    .join(", ");

/** The machine, the runtime of the windows, and the machine's present load. */
export async function machineLines(): Promise<string[]> {
  const cpus = os.cpus();
  const { kind, version } = await runtime();
  const gib = (os.totalmem() / 2 ** 30).toFixed(0);
  return [
    `${cpus[0]?.model.trim() ?? "unknown processor"}, ${cpus.length} cores, ${gib} GiB, ${os.platform()} ${os.release()}`,
    `${kind} ${version}, Node ${process.versions.node}${kind === "electron" ? "" : " (the fallback runtime: the shipped Electron is newer)"}`,
    `Begun ${now()}, load average ${load()}.`,
  ];
}

/** To be printed when everything has been measured. */
export const endLine = (): string => `Ended ${now()}, load average ${load()}.`;

const now = (): string => new Date().toISOString().slice(0, 16).replace("T", " ");
