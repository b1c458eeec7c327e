// The user's facts on a model as a form: faults at their fields, and what is sent.
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Tooltip } from "radix-ui";
import { expect, test, vi } from "vitest";
import { testModel } from "#shared/models/testing.ts";
import { ok } from "#shared/outcome.ts";
import { FactsForm } from "./FactsForm.tsx";

test(
  "reports each invalid field and sends nothing, until Enter sends valid values",
  { tags: ["long"] },
  async () => {
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    const onSave = vi.fn(async () => ok(null));
    const onClose = vi.fn();
    render(<FactsForm model={testModel("m")} onSave={onSave} onClose={onClose} />, {
      wrapper: Tooltip.Provider,
    });
    const context = screen.getByLabelText("Context window (tokens)");
    const wait = screen.getByLabelText("Connection timeout (seconds)");
    await user.type(context, "1.5");
    await user.type(wait, "9999{Enter}");
    expect(screen.getByText("Enter a whole number.")).toBeDefined();
    expect(screen.getByText("Enter 1 to 7,200 seconds.")).toBeDefined();
    expect(onSave).not.toHaveBeenCalled();
    await user.clear(context);
    await user.type(context, "32000");
    await user.clear(wait);
    await user.type(wait, "30{Enter}");
    expect(onSave.mock.calls).toEqual([[{ contextTokens: 32000 }, { connectSeconds: 30 }]]);
    expect(onClose).toHaveBeenCalledOnce();
  },
);
