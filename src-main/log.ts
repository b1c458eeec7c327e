// The log file, for support: what happened and when. Never content, headers or environment.
import path from "node:path";
import electronLog from "electron-log/node.js";

/** Only scalars: the type keeps documents and headers out. */
export type LogFacts = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

/** Logs to `<profile>/logs/main.log` (1 MiB, one old file kept). Nothing goes to the console. */
export function openLog(profile: string): Log {
  const logger = electronLog.create({ logId: "main" });
  logger.transports.console.level = false;
  logger.transports.file.level = "info";
  logger.transports.file.maxSize = 1024 * 1024;
  logger.transports.file.resolvePathFn = () => path.join(profile, "logs", "main.log");
  const line = (event: string, facts?: LogFacts): string =>
    facts === undefined ? event : `${event} ${JSON.stringify(facts)}`;
  return {
    info: (event, facts) => logger.info(line(event, facts)),
    warn: (event, facts) => logger.warn(line(event, facts)),
    error: (event, facts) => logger.error(line(event, facts)),
  };
}
