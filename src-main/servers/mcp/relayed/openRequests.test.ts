import { expect, it } from "vitest";
import { OpenRequests } from "./openRequests.ts";

it("is full of many requests, or of large ones, until they end", () => {
  const { atServer } = new OpenRequests();
  for (let id = 0; id < 9999; id += 1) atServer.add(id, 1);
  expect(atServer.isFull).toBe(false);
  atServer.add("one", 1);
  expect(atServer.isFull).toBe(true);
  for (const id of atServer.all()) atServer.end(id);
  atServer.add(1, 128 * 1024 * 1024);
  expect(atServer.isFull).toBe(true);
  // The same once more: a call that is sent again.
  atServer.add(1, 10);
  expect(atServer.isFull).toBe(false);
  expect(atServer.end(1)).toBe(true);
  expect(atServer.end(1)).toBe(false);
});
