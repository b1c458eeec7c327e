// The arrows of the house, each with its reason as its message. scripts/graph.test.mjs proves that each one bites.

/** Each a folder with its logic, its files and its handlers. */
const features = ["agents", "history", "models", "programs", "rules", "servers", "team"];
/** What every feature may use. */
const base = ["store", "profile", "net", "threads"];

/** @param {string[]} names */
const anyOf = (names) => `(${names.join("|")})`;
const test = "\\.test\\.(ts|tsx|mjs)$";
/** Component tests stand a desk of main's own behind the window. */
const windowTests = "^src-renderer/testing/";

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const forbidden = [
  // Everything
  {
    name: "no-circular",
    comment: "Files that need each other are one file or three: split by what they know.",
    severity: "error",
    from: {},
    to: { circular: true },
  },
  {
    name: "no-orphans",
    comment: "A file that nothing imports is dead, or an entry that electron.config.ts forgot.",
    severity: "error",
    from: {
      orphan: true,
      pathNot: [test, "\\.d\\.ts$", "^src-main/(main|preload/preload)\\.ts$"],
    },
    to: {},
  },
  {
    name: "not-unresolvable",
    comment: "This import leads nowhere: neither a file nor an installed package.",
    severity: "error",
    from: {},
    to: { couldNotResolve: true, pathNot: "\\?(worker|url|raw|inline)" },
  },
  {
    name: "declared-packages",
    comment:
      "Declare the package in package.json: what comes along with another one can leave with it.",
    severity: "error",
    // e2e has a package.json that only says "module"; its packages are those of the root.
    from: { pathNot: "^e2e/" },
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  {
    name: "no-test-in-product",
    comment: "The product never imports a test, a script or an end-to-end helper.",
    severity: "error",
    from: { path: "^src-", pathNot: [test, windowTests] },
    to: { path: [test, "^(e2e|scripts)/", windowTests] },
  },

  // src-shared: pure data and pure functions
  {
    name: "shared-stands-alone",
    comment: "src-shared runs in both processes, so it may know neither of them.",
    severity: "error",
    from: { path: "^src-shared/" },
    to: { path: "^src-(main|renderer)/" },
  },
  {
    name: "shared-is-pure",
    comment:
      "src-shared is pure: no Node, no Electron, no user interface, no I/O library. Take what you need as an argument.",
    severity: "error",
    from: { path: "^src-shared/", pathNot: [test, "/testing\\.ts$"] },
    to: {
      dependencyTypes: ["core", "npm", "npm-dev", "npm-optional", "npm-peer"],
      pathNot:
        "node_modules/(zod|@decimalturn/toml-patch|canonicalize|diff|jsonc-parser|tokenx|ibantools|libphonenumber-js|stdnum|tldts|tldts-core|@cfworker/json-schema|@lezer/lr|@noble/hashes)/",
    },
  },

  // Main and renderer meet only in the contract
  {
    name: "main-not-renderer",
    comment: "Main and window talk through src-shared/contract/contract only.",
    severity: "error",
    from: { path: "^src-main/" },
    to: { path: "^src-renderer/" },
  },
  {
    name: "renderer-not-main",
    comment: "Main and window talk through src-shared/contract/contract only.",
    severity: "error",
    from: { path: "^src-renderer/", pathNot: windowTests },
    to: { path: "^src-main/" },
  },
  {
    name: "renderer-no-node",
    comment:
      "The window is sandboxed: neither Node nor Electron exist there. Ask main through the bridge.",
    severity: "error",
    from: { path: "^src-renderer/", pathNot: test },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "renderer-no-electron",
    comment:
      "The window is sandboxed: neither Node nor Electron exist there. Ask main through the bridge.",
    severity: "error",
    from: { path: "^src-renderer/", pathNot: test },
    to: { path: "^(node_modules/)?electron(/|$)" },
  },

  // src-main, from the core outwards: core, what all stand on (base), features, composition, the two roots
  {
    name: "core-knows-core",
    comment: "The desk decides and knows no feature: declare what it needs in core/ports.ts.",
    severity: "error",
    from: { path: "^src-main/core/", pathNot: test },
    to: { path: "^src-main/", pathNot: "^src-main/(core/|(audience|log)\\.ts$)" },
  },
  {
    name: "core-knows-no-kind",
    comment:
      "What a kind of request is like stands in its folder of src-shared/request/kinds: the desk asks the registry.",
    severity: "error",
    from: { path: "^src-main/core/", pathNot: [test, "^src-main/core/testing/"] },
    to: {
      path: "^src-shared/request/(kinds/[^/]+/|checks/(intake|validate|schema|toolBalance|toolCalls))",
    },
  },
  {
    name: "core-knows-no-ipc",
    comment:
      "What a request is and how it is decided does not hang on a window: the contract takes its types from the core.",
    severity: "error",
    from: { path: "^(src-main/core|src-shared/(request|rules|ledger))/", pathNot: test },
    to: { path: "^(src-main/ipc|src-shared/contract)/" },
  },
  {
    name: "base-below-features",
    comment: "What every feature stands on (store, profile, net, threads) knows none of them.",
    severity: "error",
    from: { path: `^src-main/${anyOf(base)}/`, pathNot: test },
    to: {
      path: "^src-main/",
      pathNot: `^src-main/(${base.join("|")}|core)/|^src-main/(audience|log)\\.ts$`,
    },
  },
  {
    name: "features-apart",
    comment:
      "Features know the core and what all stand on, never each other: composition/ connects them.",
    severity: "error",
    from: {
      path: `^src-main/${anyOf(features)}/`,
      pathNot: [test, "/testing", "^src-main/agents/"],
    },
    to: {
      path: `^src-main/${anyOf(features)}/`,
      pathNot: "^src-main/$1/",
    },
  },
  {
    name: "agents-on-servers-and-programs",
    comment:
      "An agent's servers are wrapped servers, its model calls those of a program; it knows no other feature.",
    severity: "error",
    from: { path: "^src-main/agents/", pathNot: test },
    to: { path: "^src-main/(history|models|rules|team)/" },
  },
  {
    name: "features-below-roots",
    comment:
      "A feature is opened by composition/ and reached by ipc/: it knows neither, but the type of a handler.",
    severity: "error",
    from: { path: `^src-main/${anyOf(features)}/`, pathNot: test },
    to: {
      path: "^src-main/(composition|ipc|app|headless)/",
      pathNot: "^src-main/ipc/dispatch\\.ts$",
    },
  },
  {
    name: "preload-contract-only",
    comment:
      "The preload is a sandboxed single file: it knows the contract and Electron, nothing else.",
    severity: "error",
    from: { path: "^src-main/preload/", pathNot: test },
    to: {
      pathNot: [
        "^src-shared/contract/",
        "^src-main/preload/",
        "^(node_modules/)?electron(/|$)",
        "\\.test\\.ts$",
      ],
    },
  },
  {
    name: "main-starts-app",
    comment: "main.ts starts the app; what it needs to know lives in app/.",
    severity: "error",
    from: { path: "^src-main/main\\.ts$" },
    to: { path: "^src-main/", pathNot: "^src-main/(app/|log\\.ts$)" },
  },
  {
    name: "nothing-imports-app",
    comment: "app/compose.ts is the one place that knows everything; nothing knows it but main.ts.",
    severity: "error",
    from: { path: "^src-main/", pathNot: "^src-main/(app/|main\\.ts$)" },
    to: { path: "^src-main/(app/|main\\.ts$)" },
  },
  {
    name: "headless-without-window",
    comment:
      "headless runs on plain Node: it reaches nothing that imports electron, not even through others.",
    severity: "error",
    from: { path: "^src-main/(composition|headless)/" },
    to: { path: "^(node_modules/)?electron(/|$)", reachable: true },
  },
  {
    name: "demo-stands-alone",
    comment: "The demo server is an example for server authors and runs in a process of its own.",
    severity: "error",
    from: { path: "^src-main/demo/", pathNot: test },
    to: { path: "^(src-main|src-shared)/", pathNot: "^src-main/demo/" },
  },
  {
    name: "electron-in-few-places",
    comment:
      "Only app, ipc and preload may import electron (and main.ts, to wait for it): the rest runs under plain Node, without a display. What needs it goes through composition/platform.ts.",
    severity: "error",
    from: {
      path: "^src-main/",
      pathNot: "^src-main/(main\\.ts$|(app|ipc|preload)/)",
    },
    to: { path: "^(node_modules/)?electron(/|$)" },
  },

  // A library that only one room knows can be replaced there
  {
    name: "mcp-in-mcp",
    comment:
      "Only servers/mcp, the gateway and the demo server speak MCP: everybody else knows src-shared/request.",
    severity: "error",
    from: { path: "^src-", pathNot: ["^src-main/(servers/mcp|agents/gateway|demo)/", test] },
    to: { path: "node_modules/@modelcontextprotocol/" },
  },
  {
    name: "ai-sdk-in-models",
    comment: "Only models/ knows the AI SDK: everybody else knows the desk's port of a generator.",
    severity: "error",
    from: { path: "^src-", pathNot: "^src-main/models/" },
    to: { path: "node_modules/(ai|@ai-sdk)/" },
  },
  {
    name: "llama-in-local",
    comment: "Only models/local knows llama.cpp: it runs in a process of its own that may crash.",
    severity: "error",
    from: { path: "^src-", pathNot: "^src-main/models/local/" },
    to: { path: "node_modules/@fugood/" },
  },
  {
    name: "sqlite-in-store",
    comment: "Only store/ and history/ open a database, and the lock of a profile.",
    severity: "error",
    from: { path: "^src-", pathNot: ["^src-main/(store|history|profile/profileLock)", test] },
    to: { path: "node_modules/(libsql|@libsql)/" },
  },
  {
    name: "postgres-in-team",
    comment: "Only team/ speaks to PostgreSQL: everybody else knows the port of the team's store.",
    severity: "error",
    from: { path: "^src-", pathNot: "^src-main/team/" },
    to: { path: "node_modules/(pg|@types/pg)/" },
  },

  // src-renderer, from the top down: app, rooms and gate, request, forms, editor, data, kit, words
  {
    name: "rooms-apart",
    comment:
      "Rooms never import each other: what two of them show of a request belongs to request/.",
    severity: "error",
    from: { path: "^src-renderer/rooms/([^/]+)/" },
    to: { path: "^src-renderer/rooms/", pathNot: "^src-renderer/rooms/$1/" },
  },
  {
    name: "rooms-beside-gate",
    comment: "The gate is made of request/ and knows no room; no room knows the gate.",
    severity: "error",
    from: { path: "^src-renderer/(rooms|gate)/", pathNot: test },
    to: { path: "^src-renderer/(rooms|gate)/", pathNot: "^src-renderer/$1/" },
  },
  {
    name: "request-below-rooms",
    comment: "What request/ shows, the gate and every room may show: it knows none of them.",
    severity: "error",
    from: { path: "^src-renderer/request/", pathNot: test },
    to: { path: "^src-renderer/(gate|rooms)/" },
  },
  {
    name: "all-below-app",
    comment: "The app knows the rooms, never the reverse; the edges between panes are for all.",
    severity: "error",
    from: {
      path: "^src-renderer/",
      pathNot: ["^src-renderer/(app/|main\\.tsx$)", test, windowTests],
    },
    to: { path: "^src-renderer/(app/|main\\.tsx$)", pathNot: "^src-renderer/app/panes/" },
  },
  {
    name: "bridge-through-data",
    comment: "Only data touches the bridge: a room takes data and callbacks.",
    severity: "error",
    from: { path: "^src-renderer/", pathNot: ["^src-renderer/data/", test] },
    to: { path: "^src-renderer/data/bridge/" },
  },
  {
    name: "bridge-below-all",
    comment: "The bridge carries messages and knows nothing of what they are for.",
    severity: "error",
    from: { path: "^src-renderer/data/bridge/", pathNot: test },
    to: { path: "^src-renderer/", pathNot: "^src-renderer/data/(bridge|guard)/" },
  },
  {
    name: "guard-below-all",
    comment:
      "The guard of a decision knows nothing of what is decided: all that decides may use it.",
    severity: "error",
    from: { path: "^src-renderer/data/guard/", pathNot: test },
    to: { path: "^src-renderer/", pathNot: "^src-renderer/data/guard/" },
  },
  {
    name: "data-below-views",
    comment: "Data runs without a DOM: it imports no view, no editor and no kit.",
    severity: "error",
    from: { path: "^src-renderer/data/", pathNot: test },
    to: { path: "^src-renderer/(gate|rooms|request|forms|kit|editor|app)/" },
  },
  {
    name: "kit-and-editor-are-plain",
    comment:
      "Kit and editor take data and callbacks: they know no request, no server and no state.",
    severity: "error",
    from: { path: "^src-renderer/(kit|editor)/", pathNot: test },
    to: { path: "^src-renderer/(gate|rooms|request|forms|data|app)/" },
  },
  {
    name: "kit-below-editor",
    comment: "The editor may use the kit; the kit stays light and never pulls the editor in.",
    severity: "error",
    from: { path: "^src-renderer/kit/", pathNot: test },
    to: { path: "^src-renderer/editor/" },
  },
  {
    name: "forms-are-plain",
    comment:
      "A form takes data and callbacks, and knows nothing of who asks: kit, editor and words are all it needs.",
    severity: "error",
    from: { path: "^src-renderer/forms/", pathNot: test },
    to: { path: "^src-renderer/", pathNot: "^src-renderer/(forms|kit|editor|words)/" },
  },
  {
    name: "words-are-words",
    comment:
      "The catalogue is words and how to say them: beside the plain helpers of the kit it knows no view and no state.",
    severity: "error",
    from: { path: "^src-renderer/words/", pathNot: test },
    to: { path: "^src-renderer/", pathNot: "^src-renderer/(words|kit)/" },
  },
  {
    name: "monaco-in-editor",
    comment: "Only editor/ imports Monaco: one island, loaded lazily, its editors pooled.",
    severity: "error",
    from: { path: "^src-renderer/", pathNot: "^src-renderer/editor/" },
    to: { path: "(^|/)monaco-editor(/|$)" },
  },
];

/** @type {import("dependency-cruiser").ICruiseOptions} */
const options = {
  // TypeScript 7 has no JavaScript interface; without this the checker sees no module at all.
  parser: "swc",
  tsPreCompilationDeps: true,
  doNotFollow: { path: "node_modules" },
  exclude: { path: "\\.(css|svg|png)$" },
};

const enhancedResolveOptions = {
  exportsFields: ["exports"],
  conditionNames: ["import", "require", "node", "default", "types"],
  extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json", ".d.ts"],
};

module.exports = { forbidden, options: { ...options, enhancedResolveOptions } };
