// Tool calls in shapes that some server takes for a call and another reader does not, for tests.

export interface Smuggled {
  title: string;
  /** One line, without its end. */
  line: string;
  encoding: "utf8" | "latin1";
  /** The id of the error for it, as JSON; null if none can be read, so that it is dropped. */
  id: string | null;
}

type Shape = [title: string, text: string, id: string | null];

interface Call {
  name: string;
  /** As JSON. */
  args: string;
  params: string;
  /** The whole, under an id. */
  call(id: string): string;
  /** What follows the id. */
  rest: string;
}

const other = '"method":"ping"';

const idsAndVersions = ({ call, rest }: Call): Shape[] => [
  ["as a notification", `{"jsonrpc":"2.0",${rest}`, null],
  ["with id null", call("null"), null],
  ["with id true", call("true"), null],
  ["with id {}", call("{}"), null],
  ["with id [1]", call("[1]"), null],
  ["with id 1.5", call("1.5"), "1.5"],
  ["with id 1.0", call("1.0"), "1.0"],
  ["with id 1e0", call("1e0"), "1e0"],
  ["with id -0", call("-0"), "-0"],
  ["with id 9007199254740993", call("9007199254740993"), "9007199254740993"],
  ["with an id of 5000 characters", call(`"${"a".repeat(5000)}"`), null],
  ["with two ids", `{"id":8,${call("9").slice(1)}`, "8"],
  ["with ID beside id", `{"ID":8,${call("9").slice(1)}`, "9"],
  ["with ID alone", `{"jsonrpc":"2.0","ID":8,${rest}`, null],
  ["without jsonrpc", `{"id":1,${rest}`, "1"],
  ["with jsonrpc twice", `{"jsonrpc":"1.0",${call("1").slice(1)}`, "1"],
  ["with jsonrpc 1.0", call("1").replace('"2.0"', '"1.0"'), "1"],
  ["with jsonrpc 2.0 as a number", call("1").replace('"2.0"', "2.0"), "1"],
  ["with jsonrpc null", call("1").replace('"2.0"', "null"), "1"],
  ["with JSONRPC", call("1").replace('"jsonrpc"', '"JSONRPC"'), "1"],
  ["in a batch", `[${call("1")}]`, "1"],
  ["in a batch of one notification", `[{"jsonrpc":"2.0",${rest}]`, null],
  ["in a batch in a batch", `[[${call("1")}]]`, null],
];

const fields = ({ call, rest, params, name, args }: Call): Shape[] => [
  ["with method twice", `{"jsonrpc":"2.0","id":1,${other},${rest}`, "1"],
  ["with the other method last", `${call("1").slice(0, -1)},${other}}`, "1"],
  [
    "with an escaped name that makes it two",
    `{"jsonrpc":"2.0","id":1,${other},"\\u006dethod":"tools/call","params":${params}}`,
    "1",
  ],
  ["with Method beside method", `{"jsonrpc":"2.0","id":1,${other},"M${rest.slice(2)}`, "1"],
  ["with METHOD alone", `{"jsonrpc":"2.0","id":1,"METHOD${rest.slice(7)}`, "1"],
  [
    "with a letter that folds to K or S",
    `{"jsonrpc":"2.0","id":1,${other},"param\u017f":${params}}`,
    "1",
  ],
  ["with a full-width name", `{"jsonrpc":"2.0","id":1,${other},"ｍ${rest.slice(2)}`, "1"],
  ["with method TOOLS/CALL", call("1").replace("tools/call", "TOOLS/CALL"), "1"],
  ["with method tool\u017f/call", call("1").replace("tools/call", "tool\u017f/call"), "1"],
  ["with a space after the method", call("1").replace("tools/call", "tools/call "), "1"],
  ["with a zero after the method", call("1").replace("tools/call", "tools/call\\u0000"), "1"],
  ["with a list as the method", call("1").replace('"tools/call"', '["tools/call"]'), "1"],
  ["with Name beside name", call("1").replace('"name"', '"name":"look","Name"'), "1"],
  ["with Name alone", call("1").replace('"name"', '"Name"'), "1"],
  ["with name twice", call("1").replace('"name"', '"name":"look","name"'), "1"],
  ["with a list as the name", call("1").replace(`"${name}"`, `["${name}"]`), "1"],
  ["with arguments twice", call("1").replace('"arguments"', '"arguments":{},"arguments"'), "1"],
  ["with Arguments", call("1").replace('"arguments"', '"arguments":{},"Arguments"'), "1"],
  ["with a list of arguments", call("1").replace(args, `[${args}]`), "1"],
  ["with a field of an argument twice", call("1").replace(args, '{"a":{"b":1,"b":2}}'), "1"],
  ["with __proto__ in an argument", call("1").replace(args, '{"a":{"__proto__":{}}}'), "1"],
  ["with __proto__ in the envelope", `{"__proto__":{},${call("1").slice(1)}`, "1"],
  ["with params twice", `{"params":{"name":"look"},${call("1").slice(1)}`, "1"],
  ["with Params", `{"Params":{"name":"look"},${call("1").slice(1)}`, "1"],
  ["with a list as params", call("1").replace(params, `["${name}",${args}]`), "1"],
  ["with _META", call("1").replace('"name"', '"_meta":{},"_META":{},"name"'), "1"],
  [
    "with progressToken twice",
    call("1").replace('"name"', '"_meta":{"progressToken":1,"progressToken":2},"name"'),
    "1",
  ],
  [
    "with ProgressToken",
    call("1").replace('"name"', '"_meta":{"progressToken":1,"ProgressToken":2},"name"'),
    "1",
  ],
  ["with a field twice, cut", call("1").replace(args, '{"a\\ud800":1,"a\\udbff":2}'), "1"],
  ["with a field twice, composed", call("1").replace(args, '{"\u00e9":1,"e\u0301":2}'), "1"],
  ["with a number out of range", call("1").replace(args, '{"a":[-1e400]}'), "1"],
  ["with a name that is cut", call("1").replace(`"${name}"`, `"${name}\\ud800"`), "1"],
  ["with answers of its own", call("1").replace('"name"', '"inputResponses":{"a":{}},"name"'), "1"],
  ["with a state of its own", call("1").replace('"name"', '"requestState":"a","name"'), "1"],
  [
    "with answers in Python's spelling",
    call("1").replace('"name"', '"input_responses":{"a":{}},"name"'),
    "1",
  ],
  ["with an unknown field", `{"batch":[],${call("1").slice(1)}`, "1"],
  ["with a result", `{"result":{},${call("1").slice(1)}`, "1"],
  [
    "nested 1000 levels",
    call("1").replace(args, `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`),
    "1",
  ],
  ["nested 200,000 levels", call("1").replace(args, `${"[".repeat(2e5)}${"]".repeat(2e5)}`), "1"],
];

const texts = ({ call, rest }: Call): Shape[] => [
  ["after a byte order mark", `\ufeff${call("1")}`, null],
  ["after a zero", `\0${call("1")}`, null],
  ["before a zero", `${call("1")}\0`, null],
  ["before garbage", `${call("1")} x`, null],
  ["before another value", `${call("1")}{}`, null],
  ["after another value", `{}${call("1")}`, null],
  ["after a carriage return", `{}\r${call("1")}`, null],
  ["before a carriage return", `${call("1")}\r{}`, null],
  ["after U+2028", `{}\u2028${call("1")}`, null],
  ["after U+0085", `{}\u0085${call("1")}`, null],
  ["with a comment", `/**/${call("1")}`, null],
  ["with a comma too many", `${call("1").slice(0, -1)},}`, null],
  ["in single quotes", call("1").replaceAll('"', "'"), null],
  ["as a string", JSON.stringify(call("1")), null],
  ["as a response that calls", `{"jsonrpc":"2.0","id":0,"result":{},"Method${rest.slice(7)}`, "0"],
];

/** @param name of a tool @param args as JSON */
export function smuggledCalls(name: string, args: string): Smuggled[] {
  const params = `{"name":"${name}","arguments":${args}}`;
  const rest = `"method":"tools/call","params":${params}}`;
  const call = (id: string): string => `{"jsonrpc":"2.0","id":${id},${rest}`;
  const all = { name, args, params, call, rest };
  const shapes = [...idsAndVersions(all), ...fields(all), ...texts(all)];
  const latin1 = call("1").replace(args, '{"a":"\xe9"}');
  const utf8 = shapes.map(([title, line, id]) => ({ title, line, encoding: "utf8" as const, id }));
  const title = "with a byte that is not UTF-8";
  return [...utf8, { title, line: latin1, encoding: "latin1", id: "1" }];
}
