// Who really asks, where what was known of it is lost, and where another authority vouches for its address.
import { writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { makeAuthority, type Certificate } from "../../../src-main/model/testing/network.ts";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes, useTheme } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { startEverything } from "../../support/httpServers.ts";

const pictures = process.env["IDENTITY_PICTURES"];

/** Each theme, and the smallest window. */
async function pictured(desk: Desk, name: string): Promise<void> {
  await axeInBothThemes(desk, name);
  if (pictures === undefined) return;
  await desk.page.screenshot({ path: `${pictures}/${name}-dark.png` });
  await desk.resize({ width: 900, height: 600 });
  await desk.page.screenshot({ path: `${pictures}/${name}-small.png` });
  await desk.resize({ width: 1280, height: 800 });
  await useTheme(desk, "light");
  await desk.page.screenshot({ path: `${pictures}/${name}-light.png` });
}

/** TLS of this certificate before a server that speaks HTTP; on this port, or a free one. */
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

test("an address that somebody else vouches for now is said, and its requests wait for a person", async ({
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
  const first = await desk.sample();
  expect(first.asker.identity).toMatchObject({
    kind: "address",
    certificate: { issuer: expect.stringContaining("First Root") },
  });
  await desk.answerByHand("Twice a day.");
  await desk.sample(({ phase }) => phase.kind === "ended");

  const { id } = await desk.server("Remote");
  await desk.do("servers.enable", id, false);
  await front.close();
  front = await startTls(await after.sign("localhost"), to, front.port);
  await desk.do("servers.enable", id, true);
  await desk.serverIs("Remote", "connected");
  await desk.start("Remote", TOOL, { prompt: "the moon", maxTokens: 20 });
  const second = await desk.sample(({ phase }) => phase.kind === "request");
  expect(second.asker.identityChanged).toMatchObject([{ kind: "certificate" }]);
  await desk.select("the moon");
  await expect(desk.review).toContainText("Second Root");
  await pictured(desk, "certificate");
  await desk.room("Servers").click();
  await page.getByRole("row", { name: /Remote/ }).click();
  await expect(page.getByRole("complementary", { name: "Server Remote" })).toContainText(
    "First Root",
  );
  await pictured(desk, "certificate-server");
});

test("what was approved is lost: that is said, and nothing is started before it is asked about", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  const first = await open();
  await first.addServer({ name: "Notes", era: "legacy", endpoint: server.endpoint });
  await first.connectAll();
  await first.close();
  await server.gone();
  await writeFile(path.join(first.profile, "known.json"), "{ this is no JSON");

  const again = await open({ profile: first.profile });
  await again.serverIs("Notes", "needs-confirmation");
  expect(server.starts).toBe(1);
  await again.room("Servers").click();
  await again.button("Look at it…").first().click();
  const asks = again.page.getByRole("dialog", { name: /Start .*Notes.* on this machine\?/ });
  await expect(asks).toContainText("What you approved of this server is lost");
  await pictured(again, "forgotten");
  await again.decide(asks.getByRole("button", { name: "Start", exact: true }));
  await again.serverIs("Notes", "connected");
  expect((await again.server("Notes")).known?.changed).toEqual([]);
});
