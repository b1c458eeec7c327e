import fc from "fast-check";
import { expect, it } from "vitest";
import { ROUNDED_MOST, roundedBehind, roundedNumbers } from "./rounded.ts";
import { costMs } from "./testing.ts";

it("finds rounded integers, with their places", () => {
  const text =
    '{"id":9007199254740993,"params":{"a\\"b":[1,{"x":12345678901234567890}, -9007199254740993],"s":"12345678901234567890","big":1e400}}';
  expect(roundedNumbers(text)).toEqual([
    { path: ["id"], text: "9007199254740993" },
    { path: ["params", 'a"b', 1, "x"], text: "12345678901234567890" },
    { path: ["params", 'a"b', 2], text: "-9007199254740993" },
    { path: ["params", "big"], text: "1e400" },
  ]);
});

it.each(["9007199254740992", "1e308", "0.1234567890123456789", "100000000000000000000", "[]", ""])(
  "leaves %s alone",
  (text) => expect(roundedNumbers(text)).toEqual([]),
);

it("finds exactly the numbers that differ from the text", () => {
  const leaf = fc.oneof(
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.string(),
    fc.boolean(),
  );
  const tree = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("any"), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie("any"), { maxKeys: 4 }),
    ),
  })).any;
  const written = (value: unknown): string => {
    if (typeof value === "bigint") return value.toString();
    if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
    if (typeof value === "object" && value !== null) {
      const members = Object.entries(value).map(
        ([name, one]) => `${JSON.stringify(name)} : ${written(one)}`,
      );
      return `{${members.join(",")}}`;
    }
    return JSON.stringify(value);
  };
  const expected = (value: unknown, path: (string | number)[]): unknown[] => {
    if (typeof value === "bigint") {
      return BigInt(Number(value)) === value ? [] : [{ path, text: value.toString() }];
    }
    if (typeof value !== "object" || value === null) return [];
    return Array.isArray(value)
      ? value.flatMap((one, i) => expected(one, [...path, i]))
      : Object.entries(value).flatMap(([name, one]) => expected(one, [...path, name]));
  };
  fc.assert(
    fc.property(tree, (value) => {
      expect(roundedNumbers(written(value))).toEqual(expected(value, []));
    }),
  );
});

const BIG = "9007199254740993";
const list = (length: number): string => `[${Array.from({ length }, () => BIG).join()}]`;

it("reports one more per request than are named, and every id", () => {
  const most = ROUNDED_MOST + 1;
  expect(roundedNumbers(`{"params":${list(200)},"id":${BIG}}`)).toHaveLength(most + 1);
  const batch = roundedNumbers(
    `[{"params":${list(200)}},{"id":${BIG},"params":${list(3)}},{"id":${BIG}}]`,
  );
  expect(roundedBehind(batch, 0)).toHaveLength(most);
  expect(roundedBehind(batch, 1).map(({ path }) => path)).toEqual([
    ["id"],
    ["params", 0],
    ["params", 1],
    ["params", 2],
  ]);
  expect(roundedBehind(batch, 2)).toEqual([{ path: ["id"], text: BIG }]);
  const embedded = roundedNumbers(
    `{"id":1,"result":{"inputRequests":{"a":${list(200)},"b":{"params":${list(2)}}}}}`,
  );
  expect(roundedBehind(embedded, "result", "inputRequests", "a")).toHaveLength(most);
  expect(roundedBehind(embedded, "result", "inputRequests", "b", "params")).toEqual([
    { path: [0], text: BIG },
    { path: [1], text: BIG },
  ]);
});

it("is quick if there is nothing to find", () => {
  const text = JSON.stringify({ data: "a".repeat(20_000_000) });
  expect(costMs(() => expect(roundedNumbers(text)).toEqual([]))).toBeLessThan(2000);
});
