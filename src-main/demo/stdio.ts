// Entry: the demo server over stdin and stdout, under plain Node.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createDemoServer, DEMO_VERSION } from "./server.ts";

const server = createDemoServer(DEMO_VERSION);
// A client that is gone has closed our stdin; nothing is left to do then.
process.stdin.once("end", () => void server.close());
void server.connect(new StdioServerTransport());
