// Entry of the demo server over stdin and stdout, for plain Node.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createDemoServer, DEMO_VERSION } from "./server.ts";

const server = createDemoServer(DEMO_VERSION);
// When the client is gone, stdin is closed.
process.stdin.once("end", () => void server.close());
void server.connect(new StdioServerTransport());
