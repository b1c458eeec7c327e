// Other people's servers through the real app: held, approved, edited, refused, given up, connected again.
import process from "node:process";
import { expect, test } from "../fixtures.ts";
import { tryExtras } from "./extras.ts";
import { startServer } from "./running.ts";
import { nameOf, STEPS } from "./subject.ts";
import { subjects } from "./subjects.ts";
import { begin, walkThrough } from "./walk.ts";

/** `npm run interop` leaves nothing out; `npm run long` takes one. */
const whole = process.env["COUNTERSIGN_INTEROP"] !== undefined;

const tried = subjects.filter(({ inLongRun }) => whole || inLongRun === true);

for (const subject of tried) {
  test(`${nameOf(subject)}${whole ? "" : " @long"}`, async ({ openShared, later }) => {
    // A minute of it may be an SDK's own patience.
    test.setTimeout(240_000);
    const walk = await begin(subject, { open: openShared, later });
    await walkThrough(walk, !whole, () => tryExtras(walk));
  });
}

for (const subject of tried.filter(({ http }) => http?.headers !== undefined)) {
  test(`${nameOf(subject)}: a wrong token${whole ? "" : " @long"}`, async ({
    openShared,
    later,
  }) => {
    await test.step(STEPS.token, async () => {
      const server = await startServer(subject);
      later(server.close);
      const { endpoint } = server;
      if (endpoint.kind === "stdio" || endpoint.kind === "demo") throw new Error("not over HTTP");
      const desk = await openShared();
      const wrong = { name: "Authorization", secret: true, value: "Bearer wrong" };
      await desk.addServer({
        name: "shut",
        era: "auto",
        endpoint: { ...endpoint, headers: [wrong] },
      });
      await desk.confirm("shut");
      await desk.serverIs("shut", "failed");
      await desk.room("Servers").click();
      await desk.page.getByRole("button", { name: "shut" }).click();
      await expect(desk.page.getByRole("main")).toContainText(
        "The server requires different credentials (401).",
      );
    });
  });
}
