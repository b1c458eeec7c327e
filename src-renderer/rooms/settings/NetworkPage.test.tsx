// The proxy as a form: its fault at its field, and what main gets.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "#shared/outcome.ts";
import { defaultNetwork } from "#shared/settings/network.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain } from "../../testing/testMain.ts";

async function open(language: "en" | "zh" = "en") {
  const main = new TestMain({
    language,
    answers: {
      "network.look": () =>
        ok({ settings: defaultNetwork, passwordKept: false, routes: [], certificates: [] }),
      "network.set": () => ok(null),
    },
  });
  const { user } = await openWindow(main, { screen: "settings", settingsPage: "network" });
  // The screen is loaded on demand.
  const save = await screen.findByRole(
    "button",
    { name: language === "en" ? "Save" : "保存" },
    { timeout: 15_000 },
  );
  return { main, user, save };
}

test("requires the address of a proxy, and sends it with its credentials", async () => {
  const { main, user, save } = await open();
  await user.click(screen.getByLabelText(/^Use this proxy/));
  await user.click(save);
  expect(screen.getByText("Enter the proxy address.")).toBeDefined();
  expect(main.called("network.set")).toEqual([]);
  await user.type(screen.getByLabelText("Address"), "proxy.corp:3128");
  expect(screen.queryByText("Enter the proxy address.")).toBeNull();
  await user.type(screen.getByRole("textbox", { name: /^User name/ }), "me");
  await user.type(screen.getByLabelText(/^Password/), "p:w{Enter}");
  expect(main.called("network.set")).toEqual([
    [
      {
        proxy: { kind: "address", url: "proxy.corp:3128", bypass: "" },
        login: { proxy: "proxy.corp:3128", user: "me" },
      },
      "p:w",
    ],
  ]);
  expect(screen.getByLabelText(/^Password/)).toHaveProperty("value", "");
  expect(screen.getByText("Saved.")).toBeDefined();
  await user.type(screen.getByRole("textbox", { name: /^User name/ }), "2");
  expect(screen.queryByText("Saved.")).toBeNull();
});

test("shows faults in Chinese", async () => {
  const { user, save } = await open("zh");
  await user.click(screen.getByLabelText(/^使用这个代理/));
  await user.click(save);
  expect(screen.getByText("请输入代理的地址。")).toBeDefined();
});
