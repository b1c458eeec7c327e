// Programs on this machine: found by themselves while somebody looks, added by one click, missed when they go.
import http from "node:http";
import { expect, test } from "../../fixtures.ts";

/** The usual port of Ollama: found there, and only there, without being told. */
const PORT = 11434;

/** Speaks as Ollama does, of one model that it gives less room than the model was made for. */
function ollama(): http.Server {
  const name = "llama3.2:3b";
  const answers: Record<string, object> = {
    "/v1/models": { object: "list", data: [{ id: name, object: "model", owned_by: "library" }] },
    "/api/tags": { models: [{ name, digest: "d1", details: { parameter_size: "3.2B" } }] },
    "/api/ps": { models: [] },
    "/api/show": {
      capabilities: ["completion", "tools"],
      model_info: { "general.architecture": "llama", "llama.context_length": 131_072 },
    },
  };
  return http.createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
}

/** False where another program has the port, which no test may take away from it. */
const listening = (server: http.Server): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(PORT, "127.0.0.1", () => resolve(true));
  });
const closed = (server: http.Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

test("Ollama comes while the page is open, is added by one click, and is missed when it goes", async ({
  open,
  later,
}) => {
  test.setTimeout(90_000);
  const first = ollama();
  const isFree = await listening(first);
  test.skip(!isFree, `another program listens at port ${PORT} of this machine`);
  await closed(first);
  const desk = await open();
  await desk.room("Settings").click();
  await desk.button("Models").click();
  await expect(desk.button("Add provider")).toBeVisible();
  const second = ollama();
  expect(await listening(second)).toBe(true);
  later(() => closed(second));
  const page = desk.page.getByRole("region", { name: "Models" });
  await expect(page).toContainText("answers at 127.0.0.1:11434 with 1 model.", { timeout: 30_000 });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("table", { name: "Providers" }).getByRole("row");
  await expect(row.filter({ hasText: "Ollama" })).toContainText("Answers, 1 model");
  // What it really reads, and that it drops the rest in silence.
  await expect(page).toContainText("4 k of 131 k");
  await expect(page).toContainText(
    "Ollama drops the beginning of a prompt that is too long, and does not say so.",
  );
  await closed(second);
  await expect(row.filter({ hasText: "Ollama" })).toContainText("Cannot be reached", {
    timeout: 45_000,
  });
});
