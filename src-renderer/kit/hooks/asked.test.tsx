// What views ask for, and what their actions say: nothing late, nothing of another key, the failure of the last action.
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { fail, ok } from "#shared/outcome.ts";
import { useAction } from "./useAction.ts";
import { useAsked } from "./useAsked.ts";

/** Answers by key, each when the test says so. */
function answers() {
  const open = new Map<string, (answer: string) => void>();
  return {
    ask: (key: string) => new Promise<string>((resolve) => void open.set(key, resolve)),
    give: (key: string) => act(async () => open.get(key)?.(`of ${key}`)),
    asked: () => [...open.keys()],
  };
}

const opened = (key: string | null, ask: (key: string) => Promise<string>, keeps = false) =>
  renderHook(({ now }) => useAsked(now, () => ask(now ?? ""), { keeps }), {
    initialProps: { now: key },
  });

test("an answer is shown only for the key that it was asked for", async () => {
  const { ask, give, asked } = answers();
  const { result, rerender, unmount } = opened("a", ask);
  expect(result.current).toBeNull();
  rerender({ now: "b" });
  await give("a");
  expect(result.current).toBeNull();
  await give("b");
  expect(result.current).toBe("of b");
  rerender({ now: "c" });
  expect(result.current).toBeNull();
  rerender({ now: null });
  expect(asked()).toEqual(["a", "b", "c"]);
  unmount();
  await give("c");
  expect(result.current).toBeNull();
});

test("the last answer is kept until the next one, if that is wanted", async () => {
  const { ask, give } = answers();
  const { result, rerender } = opened("a", ask, true);
  await give("a");
  rerender({ now: "b" });
  expect(result.current).toBe("of a");
  await give("b");
  expect(result.current).toBe("of b");
});

test("an action's failure stays until the next one; stopping it is none", () => {
  const { result } = renderHook(() => useAction());
  const failure = { kind: "forbidden-sender" } as const;
  const told = (outcome: Parameters<typeof result.current.tell>[0]): boolean => {
    let is = false;
    act(() => {
      is = result.current.tell(outcome);
    });
    return is;
  };
  expect(told(fail(failure))).toBe(false);
  expect(result.current.failure).toEqual(failure);
  expect(told(fail({ kind: "cancelled" }))).toBe(false);
  expect(result.current.failure).toBeNull();
  expect(told(fail(failure))).toBe(false);
  expect(told(ok(null))).toBe(true);
  expect(result.current.failure).toBeNull();
});
