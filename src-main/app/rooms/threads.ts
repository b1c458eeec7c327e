// The threads that are started when there is work for them, and end with the app.
import path from "node:path";
import { InspectThread } from "../../background/inspector.ts";
import { TextThread } from "../../background/texts.ts";

export interface Threads {
  /** Reads large messages. */
  texts: TextThread;
  /** Scans requests and answers. */
  inspector: InspectThread;
  close(): Promise<void>;
}

/** @param entries the folder of the built entries */
export function threadsOf(entries: string): Threads {
  const texts = new TextThread(path.join(entries, "texts.js"));
  const inspector = new InspectThread(path.join(entries, "inspect.js"));
  return {
    texts,
    inspector,
    close: async () => void (await Promise.all([texts.close(), inspector.close()])),
  };
}
