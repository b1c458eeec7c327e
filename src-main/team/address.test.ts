import { expect, it } from "vitest";
import { readAddress } from "./address.ts";

const read = (url: string, more: object = {}) => readAddress({ url, ...more });
const ssl = (url: string, more: object = {}): unknown => {
  const address = read(url, more);
  return address.ok ? address.value.ssl : address.failure;
};

const passwordIn = (url: string, more: object = {}) => {
  const address = read(url, more);
  return address.ok ? address.value.password() : address.failure;
};

it("reads host, port, database, login and password", () => {
  expect(read("postgres://ana:p%40ss@db.example:6432/team")).toMatchObject({
    ok: true,
    value: { host: "db.example", port: 6432, database: "team", user: "ana" },
  });
  expect(passwordIn("postgres://ana:p%40ss@db.example:6432/team")).toBe("p@ss");
  expect(read("postgresql://ana@db.example/team", { password: "kept" })).toMatchObject({
    ok: true,
    value: { port: 5432 },
  });
  expect(passwordIn("postgresql://ana@db.example/team", { password: "kept" })).toBe("kept");
  expect(passwordIn("postgres://ana@db.example/team")).toBe("");
});

it("verifies the server's certificate and name, whatever a weaker sslmode says", () => {
  for (const mode of ["", "?sslmode=require", "?sslmode=prefer", "?sslmode=verify-full"]) {
    expect(ssl(`postgres://ana@db.example/team${mode}`)).toMatchObject({
      rejectUnauthorized: true,
    });
  }
});

it("goes without TLS only on this machine, or if the user allowed it", () => {
  const plain = { kind: "team-address", why: "plain" };
  expect(ssl("postgres://ana@127.0.0.1/team")).toBe(false);
  expect(ssl("postgres://ana@[::1]/team")).toBe(false);
  expect(ssl("postgres://ana@x/team?host=/run/postgresql")).toBe(false);
  expect(ssl("postgres://ana@127.0.0.1/team?sslmode=verify-full")).not.toBe(false);
  expect(ssl("postgres://ana@db.example/team?sslmode=disable")).toEqual(plain);
  expect(ssl("postgres://ana@127.0.0.1.example/team?sslmode=disable")).toEqual(plain);
  expect(ssl("postgres://ana@db.example/team?sslmode=disable", { allowPlain: true })).toBe(false);
});

it("refuses anything but the address of a database", () => {
  const why = (url: string): unknown => {
    const address = read(url);
    return address.ok ? null : address.failure;
  };
  for (const url of ["", "db", "https://db/team", "postgres:///team", "postgres://%ff@db/team"]) {
    expect(why(url), url).toEqual({ kind: "team-address", why: "unreadable" });
  }
  for (const url of ["postgres://ana@db", "postgres://db/team"]) {
    expect(why(url), url).toEqual({ kind: "team-address", why: "no-database" });
  }
});
