// Worker threads: started when there is work for them, ended with the app.
import path from "node:path";
import { InspectThread } from "../threads/inspector.ts";
import { TextThread } from "../servers/mcp/textThread.ts";

export interface Threads {
  /** Parses large messages. */
  texts: TextThread;
  /** Scans requests and responses. */
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
