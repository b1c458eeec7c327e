// The retention settings as a form: faults at their fields, and what is saved.
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { keepEverything } from "#shared/servers/policy/keepAll.ts";
import { RetentionSettings } from "./RetentionSettings.tsx";

test("reports an invalid field, saves valid values, and has nothing to save when unchanged", async () => {
  vi.stubGlobal("desk", { invoke: () => new Promise(() => undefined) });
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  const onChange = vi.fn();
  render(<RetentionSettings retention={keepEverything} onChange={onChange} />);
  const save = () => screen.queryByRole("button", { name: "Save" });
  expect(save()).toBeNull();
  const days = screen.getByLabelText("Days after a request has ended");
  await user.type(days, "0{Enter}");
  expect(screen.getByText("Enter a whole number from 1 to 36,500, or leave empty.")).toBeDefined();
  expect(onChange).not.toHaveBeenCalled();
  await user.clear(days);
  expect(screen.queryByText(/^Enter a whole number/)).toBeNull();
  await user.type(days, "30");
  await user.click(screen.getByLabelText(/^Text only/));
  expect(save()).not.toBeNull();
  await user.type(days, "{Enter}");
  expect(onChange.mock.calls).toEqual([[{ days: 30, megabytes: null, textOnly: true }]]);
});
