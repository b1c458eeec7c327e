// Who really asks: a tool whose description changes later, an address with another certificate authority.
import { writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { makeAuthority, type Certificate } from "../../../src-main/models/testing/network.ts";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import { startEverything } from "../../support/httpServers.ts";
import { projectNode } from "../../support/paths.ts";

test("a changed tool description is flagged on its server and on its request, until it is accepted @long", async ({
  open,
}) => {
  const script = path.resolve(import.meta.dirname, "../../servers/twoFaced.mjs");
  const desk = await open({ servers: { Faces: { command: projectNode, args: [script] } } });
  await expect.poll(async () => (await desk.server("Faces")).tools.length).toBe(2);
  await desk.ended(await desk.start("Faces", "turn"));
  await expect
    .poll(async () => (await desk.server("Faces")).known?.tools.changed)
    .toMatchObject([{ name: "ask", parts: ["description"] }]);

  await desk.start("Faces", "ask", { question: "What is the capital of France?" });
  const request = await desk.request();
  expect(request.requester.toolsChanged).toMatchObject([{ name: "ask" }]);
  await expect
    .poll(async () => (await desk.request()).inspected?.flatMap(({ findings }) => findings))
    .toMatchObject([{ kind: "tool-changed", severity: "high", example: "ask" }]);
  await desk.room("Inbox").click();
  await desk.rows().first().click();
  await expect(desk.review).toContainText(
    "The description of the tool behind this request has changed",
  );
  await axeInBothThemes(desk, "a request of a changed tool");

  await desk.room("Servers").click();
  await desk.page.getByRole("row", { name: /Faces/ }).click();
  const panel = desk.page.getByRole("complementary", { name: "Server Faces" });
  await expect(panel).toContainText("1 tool description has changed");
  await panel.getByRole("button", { name: "Show", exact: true }).click();
  const dialog = desk.page.getByRole("dialog", { name: "Description of ask" });
  await expect(dialog).toContainText("id_rsa");
  await axeInBothThemes(desk, "how a tool was described");
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await desk.decide(panel.getByRole("button", { name: "Accept change" }));
  await expect(panel).not.toContainText("has changed since");
  expect((await desk.server("Faces")).known?.tools.changed).toEqual([]);
  await desk.room("Inbox").click();
  await expect(desk.review).not.toContainText("has changed since");
});

/** A TLS proxy with this certificate before an HTTP server; on this port, or a free one. */
async function startTls(certificate: Certificate, to: number, port = 0) {
  const sockets = new Set<net.Socket>();
  const server = tls.createServer(certificate, (socket) => {
    const behind = net.connect(to, "127.0.0.1");
    for (const one of [socket, behind]) {
      sockets.add(one);
      one.on("error", () => undefined);
    }
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const TOOL = "trigger-sampling-request";

test("an address with another certificate authority is flagged, and its requests wait for the user @long", async ({
  open,
  folder,
  later,
}) => {
  const [before, after] = [await makeAuthority("First Root"), await makeAuthority("Second Root")];
  const pem = path.join(folder, "roots.pem");
  await writeFile(pem, `${before.ca.cert}\n${after.ca.cert}`);
  const server = await startEverything("streamableHttp");
  later(server.close);
  const to = Number(new URL(server.url).port);
  let front = await startTls(await before.sign("localhost"), to);
  later(() => front.close());
  const desk = await open({
    servers: { Remote: { url: `https://localhost:${front.port}/mcp` } },
    env: { NODE_EXTRA_CA_CERTS: pem },
  });
  const { page } = desk;
  await desk.start("Remote", TOOL, { prompt: "the tides", maxTokens: 20 });
  await desk.rows().first().click();
  const first = await desk.request();
  expect(first.requester.identity).toMatchObject({
    kind: "address",
    certificate: { issuer: expect.stringContaining("First Root") },
  });
  await desk.answerByHand("Twice a day.");
  await desk.request(({ phase }) => phase.kind === "ended");

  const { id } = await desk.server("Remote");
  await desk.do("servers.enable", id, false);
  await front.close();
  front = await startTls(await after.sign("localhost"), to, front.port);
  await desk.do("servers.enable", id, true);
  await desk.serverIs("Remote", "connected");
  await desk.start("Remote", TOOL, { prompt: "the moon", maxTokens: 20 });
  const second = await desk.request(({ phase }) => phase.kind === "request");
  expect(second.requester.identityChanged).toMatchObject([{ kind: "certificate" }]);
  await desk.select("the moon");
  await expect(desk.review).toContainText("Second Root");
  await axeInBothThemes(desk, "certificate");
  await desk.room("Servers").click();
  await page.getByRole("row", { name: /Remote/ }).click();
  await expect(page.getByRole("complementary", { name: "Server Remote" })).toContainText(
    "First Root",
  );
});
