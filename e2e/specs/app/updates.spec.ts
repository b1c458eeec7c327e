// A build with a feed: asks at the second start, looks in the feed over HTTPS, says what it found, and what is wrong.
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeAuthority, startWeb } from "../../../src-main/models/testing/network.ts";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import { tabTo } from "../../support/keyboard.ts";
import { builtApp, projectRoot } from "../../support/paths.ts";

const keys = generateKeyPairSync("ed25519");
const feedOf = (version: string, key = keys.privateKey): string => {
  const text = JSON.stringify({ version, page: `https://updates.test/${version}`, files: [] });
  return `${sign(null, Buffer.from(text), key).toString("base64")}\n${text}`;
};

test("from the second start on the user is asked, and then told of a version that was signed @long", async ({
  folder,
  open,
  later,
}) => {
  const authority = await makeAuthority("Releases");
  let feed = feedOf("9.8.7");
  let asked = 0;
  const web = await startWeb(
    (_request, response) => {
      asked += 1;
      response.end(feed);
    },
    await authority.sign("localhost"),
  );
  later(() => web.close());
  const app = path.join(folder, "app");
  const profile = path.join(folder, "profile");
  const pem = path.join(folder, "ca.pem");
  await mkdir(app, { recursive: true });
  await mkdir(profile, { mode: 0o700 });
  await writeFile(pem, authority.ca.cert);
  const manifest = JSON.parse(await readFile(path.join(projectRoot, "package.json"), "utf8"));
  const key = keys.publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const release = { feed: `https://localhost:${web.port}/feed`, key, contact: "desk@updates.test" };
  await writeFile(path.join(app, "package.json"), JSON.stringify({ ...manifest, release }));
  await symlink(path.join(path.resolve(builtApp), "out"), path.join(app, "out"));
  const options = { folder: app, profile, env: { NODE_EXTRA_CA_CERTS: pem } };

  const first = await open(options);
  await expect(first.room("Settings")).toBeVisible();
  await expect(first.page.getByText("look for updates?")).toHaveCount(0);
  await first.close();

  const desk = await open(options);
  const { page } = desk;
  const question = page.getByText("Should Countersign look for updates?");
  await expect(question).toBeVisible();
  await axeInBothThemes(desk, "the question");
  expect(asked).toBe(0);
  const tell = page.getByRole("button", { name: "Tell me about updates" });
  await tabTo(desk, tell);
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(page.getByText("Countersign 9.8.7 is available.")).toBeVisible();
  expect(asked).toBe(1);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  const updates = page.getByRole("radiogroup", { name: "Updates" });
  await expect(updates.getByRole("radio", { name: "Tell me about updates" })).toBeChecked();
  await expect(page.getByText("https://updates.test/9.8.7")).toBeVisible();
  await axeInBothThemes(desk, "what was found");

  feed = feedOf("9.8.8", generateKeyPairSync("ed25519").privateKey);
  await page.getByRole("button", { name: "Look now" }).click();
  const wrong = "The update feed isn’t signed by this build’s key.";
  await expect(page.getByText(wrong).first()).toBeVisible();
  await expect(page.getByText("Nothing was installed.").first()).toBeVisible();
  await axeInBothThemes(desk, "what is wrong");
});
