// Whatever two readers could take for different messages is refused.
import { describe, expect, it } from "vitest";
import { errorText, readText } from "./readMessage.ts";
import { smuggledCalls } from "./testing.ts";

describe("a host's", () => {
  it.each(
    smuggledCalls("delete", '{"a":1}').filter(({ title }) => !/not UTF-8|in a batch$/.test(title)),
  )("tool call $title is refused under $id", ({ line, id }) => {
    const { messages } = readText(line, "host");
    expect(messages).toMatchObject([{ kind: "refused" }]);
    expect(messages.map((one) => (one.kind === "refused" ? one.id : undefined))).toEqual([id]);
  });

  it.each([
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"A":1,"a":2}}}',
    '{"jsonrpc":"2.0","id":"1","method":"tools/list","params":null}',
    '{"jsonrpc":"2.0","id":0,"method":"x/unknown","params":{"u":"\u2028","n":12345678901234567890}}',
    '{"jsonrpc":"2.0","id":-7,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":8,"method":"x/y","params":{"a":"\\ud83d","n":-1.5e-300,"s":"1e999","request_id":1}}',
    '{"jsonrpc":"2.0","method":"notifications/x"}',
    '{"jsonrpc":"2.0","id":"s","result":{"a":[{}]}}',
    '{"jsonrpc":"2.0","id":"s","error":{"code":-1,"message":"no","data":1}}',
  ])("%s passes, byte for byte", (text) => {
    expect(readText(text, "host").messages).toMatchObject([{ kind: "message", text }]);
  });

  it("line breaks between values become spaces, so that no reader takes a part for a line", () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}';
    const text = `{"jsonrpc":"2.0","method":"notifications/x","params":{"a":\r${call}\r\n}}\r\n`;
    const [read] = readText(text, "host").messages;
    expect(read?.kind).toBe("message");
    expect(read?.text).toBe(text.trim().replace("\r", " ").replace("\r\n", " "));
  });

  it("batch keeps the digits of each message", () => {
    const one =
      '{"jsonrpc":"2.0","id":1,"method":"x","params":{"n":12345678901234567890, "f":1.0}}';
    const two = '{"jsonrpc":"2.0","method":"notifications/x","params":{"s":"],[\\"{"}}';
    const { isBatch, messages } = readText(`[ ${one} ,${two}]`, "host");
    expect(isBatch).toBe(true);
    expect(messages.map(({ text }) => text)).toEqual([one, two]);
    const none = readText("[]", "host").messages;
    expect(none).toMatchObject([{ kind: "refused", id: null }]);
    const endless = readText(`[${Array.from({ length: 1001 }, () => one).join(",")}]`, "host");
    expect(endless.messages).toMatchObject([{ kind: "refused", id: null }]);
  });
});

const sampling = '"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}';

describe("a server's", () => {
  it.each<[string, string | null]>([
    [`{"id":1,${sampling}`, "1"],
    [`{"jsonrpc":"2.0",${sampling}`, null],
    [`{"jsonrpc":"2.0","id":1.5,${sampling}`, "1.5"],
    [`{"jsonrpc":"2.0","id":null,${sampling}`, null],
    [`{"jsonrpc":"2.0","id":1,"Method${sampling.slice(7)}`, "1"],
    [`{"jsonrpc":"2.0","id":1,"method":"x/y",${sampling}`, "1"],
    [`{"jsonrpc":"2.0","id":1,${sampling.slice(0, -1)},"method":"x/y"}`, "1"],
    [`{"jsonrpc":"2.0","id":1,${sampling.replace("sampling/", "Sampling/")}`, "1"],
    [
      `{"jsonrpc":"2.0","id":1,${sampling.replace("sampling/createMessage", "elicitation/Create")}`,
      "1",
    ],
    [`{"jsonrpc":"2.0","id":12345678901234567890,${sampling}`, "12345678901234567890"],
    ['{"level":30,"time":1,"msg":"starting"}', null],
    ['{"id":7,"level":30}', "7"],
    ['"text"', null],
    ["30", null],
    ['{"jsonrpc":"2.0","id":1,"result":{},"RESULT":{}}', "1"],
    ['{"jsonrpc":"2.0","id":1,"result":{},"result":{}}', "1"],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}', "1"],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"code":1,"message":""}}', "1"],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1,"Code":-32042,"message":""}}', "1"],
    ['{"jsonrpc":"2.0","id":"\\ud800","result":{}}', '"\\ud800"'],
    ...[
      '"resultType":"input_required","resultType":"complete","inputRequests"',
      '"resultType":"complete","inputRequests"',
      '"ResultType":"input_required","inputRequests"',
      '"resultType":"input_required","InputRequests"',
      '"resultType":"input_required","inputRequests":null,"input_requests"',
      '"inputRequests"',
    ].map(
      (fields) =>
        [`{"jsonrpc":"2.0","id":1,"result":{${fields}:{"a":{}}}}`, "1"] as [string, string],
    ),
    ['{"jsonrpc":"2.0","method":"notifications/tasks","params":{"inputRequests":{"a":{}}}}', null],
  ])("%s is refused under %s", (text, id) => {
    expect(readText(text, "server").messages).toMatchObject([{ kind: "refused", id, text }]);
  });

  it.each([
    '{"jsonrpc":"2.0","id":1,"result":{"A":1,"a":2,"a":3},"error":null,"extra":1}',
    '{"jsonrpc":"2.0","id":1,"result":null}',
    '{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{}}}}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[],"inputRequests":null}}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[],"request_state":1e400}}',
    '{"jsonrpc":"2.0","id":1.0,"result":{}}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what"}}',
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":"what"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"E","message":null},"result":null}',
    '{"jsonrpc":"2.0","method":"notifications/claude/channel","params":{"content":"x","meta":{}},"x":1}',
  ])("%s passes", (text) => {
    expect(readText(text, "server").messages).toMatchObject([{ kind: "message", text }]);
  });

  it("result of megabytes is read about as fast as it is parsed", () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => ({ id: n, name: `row ${n}`, ok: true }));
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { rows, text: "x".repeat(1e6) } });
    const raw: unknown = JSON.parse(text);
    const timed = (work: () => void): number => {
      const times = [1, 2, 3, 4, 5].map(() => {
        const start = performance.now();
        work();
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    const reading = timed(() => readText(text, "server", raw));
    const parsing = timed(() => JSON.parse(text));
    expect(reading).toBeLessThan(3 * parsing);
  });
});

it("writes an error under an id as it was written", () => {
  expect(errorText("9007199254740993", "no")).toBe(
    '{"jsonrpc":"2.0","id":9007199254740993,"error":{"code":-32600,"message":"Invalid Request: no"}}',
  );
});
