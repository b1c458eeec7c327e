// A tool with a hostile schema: it is checked in a worker, with a timeout, and the user can run the
// tool anyway.
import { expect, test } from "../../fixtures.ts";

/** Each level refers to the next one twice: 2^40 checks, without any regular expression. */
function endless(): object {
  const levels = Array.from({ length: 40 }, (_, level) => [
    `d${level}`,
    { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
  ]);
  return {
    type: "object",
    properties: { topic: { type: "string" } },
    $defs: { ...Object.fromEntries(levels), d40: {} },
    // Nothing that a form could not show.
    propertyNames: { $ref: "#/$defs/d0" },
  };
}

const UNCHECKED = "The schema can’t be checked here.";

/**
 * Runs in the page: counts frames while the check runs, from 300 ms after the first letter, when it has begun, until it
 * is stopped.
 */
function countFrames(): void {
  let drawn = 0;
  let beganMs = 0;
  const draw = (): void => {
    if (document.body.textContent?.includes("The schema can’t be checked here.") === true) {
      Reflect.set(globalThis, "framesDrawn", drawn);
      return;
    }
    if (performance.now() - beganMs > 300) drawn += 1;
    requestAnimationFrame(draw);
  };
  const begin = (): void => {
    beganMs = performance.now();
    draw();
  };
  addEventListener("input", begin, { capture: true, once: true });
}

test("a schema that takes too long blocks neither the window nor the call @long", async ({
  openShared,
  puppet,
}, info) => {
  const server = await puppet({ polite: false });
  const answered = (async () => {
    server.reply(await server.heard(({ method }) => method === "initialize"), {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "harm", version: "1" },
    });
    const listed = await server.heard(({ method }) => method === "tools/list");
    server.reply(listed, { tools: [{ name: "work", inputSchema: endless() }] });
  })();
  const desk = await openShared({ harm: server.command });
  await answered;
  await desk.room("Workbench").click();
  const topic = desk.page.getByRole("textbox", { name: "topic" });
  await desk.page.evaluate(countFrames);
  await topic.fill("cats");
  await expect(desk.page.getByText(UNCHECKED)).toBeVisible();
  // The window keeps rendering while the check runs, and until it is stopped; one that was blocked draws once after it.
  const drawn = (): Promise<number> =>
    desk.page.evaluate(() => Number(Reflect.get(globalThis, "framesDrawn")));
  await expect.poll(drawn).toBeGreaterThan(1);
  await desk.page.screenshot({ path: info.outputPath("unchecked.png") });
  await desk.button(/^Run/).click();
  const call = await server.called();
  expect(call.params).toMatchObject({ name: "work", arguments: { topic: "cats" } });
  server.finish(call, "done");
  await expect(desk.page.getByText("done", { exact: true })).toBeVisible();
});
