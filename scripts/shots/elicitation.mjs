// The scenes of forms and links from a server.
import { onStage } from "./stage.mjs";

const RELEASE = {
  message: "Fill in the release details to continue.",
  requestedSchema: {
    type: "object",
    required: ["version", "channel", "percent"],
    properties: {
      version: { type: "string", title: "Version", default: "2.4.0" },
      channel: {
        type: "string",
        title: "Channel",
        default: "beta",
        enum: ["beta", "stable", "nightly"],
      },
      percent: { type: "integer", title: "Rollout percent", minimum: 0, maximum: 100 },
      notify: { type: "boolean", title: "Notify subscribers", default: true },
      contact: { type: "string", title: "Contact", format: "email" },
      targets: {
        type: "array",
        title: "Targets",
        default: ["web"],
        items: { type: "string", enum: ["web", "desktop", "mobile"] },
      },
      deployToken: { type: "string", title: "Deploy token" },
    },
  },
};
const CALLBACK = encodeURIComponent("https://mcp.billing.example/callback");
const link = (/** @type {string} */ host, /** @type {string} */ elicitationId) => ({
  mode: "url",
  message: "Sign in to Acme Pay to link your account.",
  elicitationId,
  url: `https://${host}/oauth/authorize?client_id=ca_9f31&response_type=code&scope=read_write&redirect_uri=${CALLBACK}`,
});

/** @type {import("./stage.mjs").Scene[]} */
export const elicitation = [
  {
    shows: ["form", "form-fault", "form-secret", "form-ended", "link", "link-alike", "link-ended"],
    play: (shot) =>
      onStage(async ({ desk, puppet }) => {
        const { page } = desk;
        await desk.connectAll();
        await desk.start("notes-local", "work", { package: "storefront" });
        await puppet.called();
        const send = (/** @type {number} */ id, /** @type {object} */ params) =>
          puppet.send({ jsonrpc: "2.0", id, method: "elicitation/create", params });
        const review = desk.review;
        const free = () => primary.and(page.locator(":enabled")).waitFor();
        const isOf = (/** @type {unknown} */ asked, /** @type {string} */ id) =>
          JSON.stringify(asked).includes(id);
        const primary = review.locator("[data-primary], footer button").last();
        send(701, RELEASE);
        await page.getByText("Fill in the release details").first().waitFor();
        await desk.rows().first().click();
        await review.getByRole("textbox", { name: /Version/ }).waitFor();
        await shot(desk, "form");
        await review
          .getByRole("spinbutton")
          .or(review.getByLabel(/Rollout/))
          .first()
          .fill("140");
        await review.getByRole("textbox", { name: /Contact/ }).fill("ana@acme.example");
        await shot(desk, "form-fault");
        await review
          .getByRole("spinbutton")
          .or(review.getByLabel(/Rollout/))
          .first()
          .fill("40");
        await review
          .getByLabel(/Deploy token/)
          .last()
          .fill("ghp_never");
        await desk.decide(primary);
        await free();
        await shot(desk, "form-secret");
        await desk.decide(primary);
        await desk.request(({ phase }) => phase.kind === "ended");
        await desk.rows().first().click();
        await shot(desk, "form-ended");
        send(702, link("connect.acme-pay.com", "p1"));
        await desk.rows().filter({ hasText: "Sign in to Acme Pay" }).click();
        await free();
        await shot(desk, "link");
        await desk.decide(review.locator("footer button").first());
        await desk.request(({ asked, phase }) => isOf(asked, "p1") && phase.kind === "ended");
        await desk.rows().last().click();
        await shot(desk, "link-ended");
        send(703, link("connect.xn--acm-pay-9gg.com", "p2"));
        const { id } = await desk.request(({ asked }) => isOf(asked, "p2"));
        await page.locator(`#inbox-${id}`).click();
        await free();
        await shot(desk, "link-alike");
      }),
  },
];
