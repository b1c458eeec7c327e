// What the window shows of a request that it cannot draw: an error stays in its pane.
import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { mirror } from "#data/mirror.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, noButton, question, row, rows, says } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";
import { Pane } from "./Pane.tsx";

// React says there what was caught.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

test("says what went wrong, as text, and draws its content again when asked or when it is another", async () => {
  let isBroken = true;
  const Content = () => {
    if (isBroken) throw new Error("<b>Boom</b>");
    return <p>Here it is.</p>;
  };
  const shown = (of: string) => (
    <Pane of={of}>
      <Content />
    </Pane>
  );
  const { container, rerender } = render(shown("one"));
  expect(screen.getByRole("alert").textContent).toContain("sent nothing and changed nothing");
  expect(screen.getByRole("alert").textContent).toContain("Error: <b>Boom</b>");
  expect(container.querySelector("b")).toBeNull();
  await act(() => button("Show again").click());
  expect(screen.getByRole("alert")).toBeDefined();
  isBroken = false;
  await act(() => button("Show again").click());
  expect(screen.getByText("Here it is.")).toBeDefined();
  isBroken = true;
  rerender(shown("one"));
  expect(screen.getByRole("alert")).toBeDefined();
  isBroken = false;
  rerender(shown("two"));
  expect(screen.getByText("Here it is.")).toBeDefined();
});

/** Two requests, the first as another program might have written it. */
async function openOdd(odd: object) {
  const main = new TestMain({ answers: { "desk.switch": () => ({ ok: true, value: null }) } });
  const { request } = main.ask(question("Odd?"));
  main.ask(question("Plain?"));
  const opened = await openWindow(main, { requestId: request.id });
  await act(async () => {
    mirror.setState(({ requests }) => ({
      requests: { ...requests, [request.id]: { ...request, ...odd } as HeldRequest },
    }));
    await vi.advanceTimersByTimeAsync(50);
  });
  return { main, ...opened };
}

test("a request with odd values fails in its pane alone: the inbox, Stopped and the next request work", async () => {
  const { main, user, pass } = await openOdd({ judged: 5 });
  expect(screen.getByRole("alert").textContent).toContain("This can’t be shown.");
  expect(noButton(/^Approve/)).toBe(true);
  expect(rows()).toHaveLength(2);
  await user.click(screen.getByRole("radio", { name: "Stopped" }));
  expect(main.called("desk.switch")).toEqual([["stopped"]]);
  await user.click(button(/^Next/));
  await pass(50);
  expect(says()).toContain("Plain?");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a row that cannot be drawn says so, and the others stay", async () => {
  await openOdd({ requester: { name: {} } });
  expect(row("This request can’t be shown")).toBeDefined();
  expect(row("Plain?")).toBeDefined();
});

test("Stopped works even where the list itself cannot be drawn", async () => {
  const { main, user } = await openOdd({ requester: null });
  expect(screen.queryByRole("listbox", { name: "Inbox" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Stopped" }));
  expect(main.called("desk.switch")).toEqual([["stopped"]]);
});
