// A desk without a window, for one server: the relay's socket and the HTTP address in front of the app's own session code. It lets
// in whoever comes, leaves forms to the host, and answers at once what is held, but for tool calls that don't say that they
// are approved. Argument: `{ folder, endpoint, holdTools }` as JSON. Prints where it listens, and ends with its stdin.
import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import process from "node:process";
import { MCP_PREFIX } from "../../src-main/agents/gateway/hostEntries.ts";
import { HttpListener } from "../../src-main/agents/gateway/httpListener.ts";
import { openRelayListener, socketOf } from "../../src-main/agents/gateway/relayListener.ts";
import { relayScript, writeRelayFiles } from "../../src-main/agents/gateway/relayFiles.ts";
import { Connector } from "../../src-main/servers/mcp/session/connector.ts";
import { FakeDesk } from "../../src-main/servers/mcp/testing.ts";
import { openLoopback } from "../../src-main/net/loopback.ts";
import type { Admission } from "../../src-main/agents/gateway/gateway.ts";
import type { ConnectionSpec } from "../../src-main/servers/mcp/connectionSpec.ts";
import type { ResponseDocument } from "../../src-shared/request/document/message.ts";
import { defaultPolicy } from "../../src-shared/servers/policy/policy.ts";
import type { ServerPolicy } from "../../src-shared/servers/policy/policy.ts";

const { folder, endpoint, holdTools } = JSON.parse(process.argv[2] ?? "") as {
  folder: string;
  endpoint: ConnectionSpec["endpoint"];
  holdTools: ServerPolicy["holdTools"];
};

const POLICY: ServerPolicy = { ...defaultPolicy, elicitation: "host", holdTools };
const ACCEPTED = { action: "accept", content: {} } as unknown as ResponseDocument;
const desk = new FakeDesk();
const connector = new Connector({
  signIn: null,
  desk,
  loginShell: { path: () => Promise.resolve(process.env["PATH"] ?? "") },
  startDemo: () => {
    throw new Error("no demo here");
  },
  appVersion: "0",
  newId: randomUUID,
});

const admit: Admission = (greeting, host) => {
  const session = connector.openSession(
    {
      sessionId: randomUUID(),
      serverId: "server",
      name: "server",
      era: "auto",
      identityFor: () => ({}),
      where: "",
      folder: greeting.folder ?? homedir(),
      policy: () => POLICY,
      endpoint: endpoint.kind === "stdio" ? { ...endpoint, cwd: greeting.folder } : endpoint,
    },
    host,
    {
      host: () => null,
      lines: () => {},
      called: () => {},
      requestReceived: () => {},
      tools: () => {},
      ended: () => {},
    },
  );
  return Promise.resolve(session);
};

async function answerRequests(): Promise<never> {
  for (let nth = 0; ; nth += 1) {
    const request = await desk.request(nth);
    void request.reply("This is a test response from the client");
  }
}

async function answerForms(): Promise<never> {
  for (let nth = 0; ; nth += 1) {
    const form = await desk.elicitation(nth);
    void form.settle({ kind: "result", document: ACCEPTED });
  }
}

async function answerCalls(): Promise<never> {
  for (let nth = 0; ; nth += 1) {
    await desk.watch.until(() => desk.requests.length > nth);
    const call = desk.requests[nth];
    if (call?.incoming.requestKind !== "tool-call") continue;
    const { arguments: given } = call.incoming.params as { arguments?: { approved?: unknown } };
    if (given?.approved !== true) continue;
    const document = { action: "run", arguments: given } as unknown as ResponseDocument;
    void call.settle({ kind: "result", document });
  }
}

void answerRequests();
void answerCalls();
void answerForms();
const socket = socketOf(folder);
const relays = await openRelayListener(socket, admit, () => Promise.reject(new Error("no hooks")));
writeRelayFiles(folder, { socket, start: null });
const http = new HttpListener(admit);
const loopback = await openLoopback(0, [http]);
const url = `http://127.0.0.1:${loopback.port}${MCP_PREFIX}entry`;
process.stdout.write(`${JSON.stringify({ script: relayScript(folder), url })}\n`);
process.stdin.resume();
process.stdin.once("end", () => {
  void Promise.all([relays.close(), http.close(), loopback.close()]).then(() => process.exit(0));
});
