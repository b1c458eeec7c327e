// The policy of one server as a form: faults at their fields, and what is sent.
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Tooltip } from "radix-ui";
import { expect, test, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { aServer } from "../../../testing/aServer.ts";
import { PolicyForm } from "./PolicyForm.tsx";

test(
  "reports each invalid field and sends nothing, until Enter sends valid values",
  { tags: ["long"] },
  async () => {
    const invoke = vi.fn((channel: string, ..._sent: unknown[]) =>
      channel === "servers.policy" ? Promise.resolve(ok(null)) : new Promise(() => undefined),
    );
    vi.stubGlobal("desk", { invoke });
    const saved = () => invoke.mock.calls.filter(([channel]) => channel === "servers.policy");
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    const server = aServer({ policy: defaultPolicy });
    render(<PolicyForm server={server} onClose={() => undefined} />, {
      wrapper: Tooltip.Provider,
    });
    const minute = screen.getByLabelText(/^Requests per minute/);
    const dollars = screen.getByLabelText("USD per day");
    await user.clear(minute);
    await user.type(dollars, "ten");
    await user.click(screen.getByLabelText(/^Separate retention/));
    await user.type(screen.getByLabelText("Days after a request has ended"), "0{Enter}");
    for (const fault of ["Enter a number.", "This is not a number."])
      expect(screen.getByText(fault)).toBeDefined();
    expect(screen.getByText(/^Enter a whole number from 1/)).toBeDefined();
    expect(saved()).toEqual([]);
    await user.type(minute, "60");
    expect(screen.queryByText(/^Enter a whole number from 1/)).toBeNull();
    await user.clear(dollars);
    await user.type(dollars, "0.5");
    await user.click(screen.getByLabelText(/^Separate retention/));
    await user.type(dollars, "{Enter}");
    const { limits } = defaultPolicy;
    const usd = { ...limits.budgets.usd, day: 0.5 };
    expect(saved()).toEqual([
      [
        "servers.policy",
        server.id,
        {
          ...defaultPolicy,
          limits: { ...limits, perMinute: 60, budgets: { ...limits.budgets, usd } },
        },
      ],
    ]);
  },
);
