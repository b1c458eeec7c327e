import { expect, it } from "vitest";
import type { Opening } from "#shared/contract/opening.ts";
import { Opener } from "./opener.ts";

const request = (id: string): Opening => ({ kind: "request", id });

it("opens at once where the window listens, otherwise once it does, and each thing once", () => {
  const pushed: Opening[] = [];
  let shown = 0;
  const opener = new Opener({
    show: () => void (shown += 1),
    push: ({ what }) => void pushed.push(what),
  });
  opener.open(request("early"));
  opener.open(request("later"));
  expect(pushed).toEqual([]);
  opener.began();
  opener.open(request("now"));
  expect(pushed).toEqual([request("later"), request("now")]);
  opener.starts();
  opener.open(request("in a new window"));
  expect(pushed).toHaveLength(2);
  opener.began();
  opener.began();
  expect(pushed.slice(2)).toEqual([request("in a new window")]);
  expect(shown).toBe(4);
});
