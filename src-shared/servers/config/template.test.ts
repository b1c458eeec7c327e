// Expansions from RFC 6570, sections 1.2 and 3.2, and input that no address can contain.
import { describe, expect, it } from "vitest";
import { expand, variablesOf } from "./template.ts";

const values = {
  var: "value",
  hello: "Hello World!",
  path: "/foo/bar",
  x: "1024",
  y: "768",
  empty: "",
};

describe("expand", () => {
  it.each([
    ["{var}", "value"],
    ["{hello}", "Hello%20World%21"],
    ["{+hello}", "Hello%20World!"],
    ["{+path}/here", "/foo/bar/here"],
    ["{#path,x}", "#/foo/bar,1024"],
    ["map?{x,y}", "map?1024,768"],
    ["X{.x,y}", "X.1024.768"],
    ["{/var,x}/here", "/value/1024/here"],
    ["{;x,y,empty}", ";x=1024;y=768;empty"],
    ["{?x,y,empty}", "?x=1024&y=768&empty="],
    ["?fixed=yes{&x}", "?fixed=yes&x=1024"],
    ["{var:3}", "val"],
    ["{unknown}a", "a"],
    ["{toString}a", "a"],
  ])("%s", (template, address) => {
    expect(expand(template, values)).toBe(address);
  });

  it("keeps encoded characters, and handles a lone surrogate", () => {
    expect(expand("{+a}", { a: "%41%" })).toBe("%41%25");
    expect(expand("{a}", { a: "\uD800" })).toBe("%EF%BF%BD");
  });
});

it("lists each variable once", () => {
  expect(variablesOf("demo://{id}/{?q,lang*}/{id:3}")).toEqual(["id", "q", "lang"]);
});
