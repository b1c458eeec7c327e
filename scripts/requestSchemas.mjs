// `node scripts/requestSchemas.mjs FOLDER`: makes src-shared/request/data/requestSchemas.json from the folder `schema` of
// github.com/modelcontextprotocol/modelcontextprotocol: each protocol version's schema of `sampling/createMessage`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { format } from "oxfmt";
import { PROTOCOL_VERSIONS } from "../src-shared/servers/protocol.ts";
import { root } from "./setup/paths.mjs";

/** @typedef {{ [key: string]: unknown }} Schema */

/** Keywords about a schema, without effect. */
const WORDS = new Set(["description", "title", "default", "examples"]);
/** The generated schema accepts neither null nor 1.5 where schema.ts allows any JSON. */
const ANYTHING = new Set(["JSONObject", "JSONValue"]);

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Which folder holds the schemas of each version?");

/**
 * @param {string} version
 * @returns {{ request: any, [name: string]: any }}
 */
function requestOf(version) {
  const text = readFileSync(path.join(folder ?? "", version, "schema.json"), "utf8");
  const { definitions, $defs } = JSON.parse(text);
  const all = definitions ?? $defs;
  /** @type {{ [name: string]: Schema }} */
  const used = {};
  /** @param {any} schema @returns {any} */
  const read = (schema) => {
    if (Array.isArray(schema)) return schema.map(read);
    if (typeof schema !== "object" || schema === null) return schema;
    const members = Object.entries(schema).flatMap(([key, value]) => {
      if (WORDS.has(key)) return [];
      if (key === "$ref") return [[key, use(value.split("/").at(-1))]];
      if (key !== "properties") return [[key, read(value)]];
      const own = Object.entries(value).map(([name, one]) => [name, read(one)]);
      return [[key, Object.fromEntries(own)]];
    });
    return Object.fromEntries(members);
  };
  /** @param {string} name */
  const use = (name) => {
    if (!(name in used)) {
      used[name] = {};
      if (name === "JSONObject") used[name] = { type: "object" };
      else if (!ANYTHING.has(name)) used[name] = read(all[name]);
    }
    return name;
  };
  const { params } = all.CreateMessageRequest.properties;
  const own = params.$ref === undefined ? params : all[params.$ref.split("/").at(-1)];
  // Fields that every request may have; 2026-07-28 embeds requests, and its schema omits them there.
  const { _meta = { type: "object" } } = all.Request.properties.params.properties ?? {};
  const request = read({ ...own, properties: { _meta, ...own.properties } });
  return { request, ...used };
}

/** @type {{ [version: string]: { request: any, [name: string]: any } }} */
const schemas = {};
// Countersign reads tools in every version: where one does not define them, the first that does is used.
const { request: first, ...known } = requestOf("2025-11-25");
for (const version of PROTOCOL_VERSIONS) {
  const own = requestOf(version);
  if (own.request.properties.tools !== undefined) schemas[version] = own;
  else {
    const { tools, toolChoice } = first.properties;
    const names = ["Tool", "ToolAnnotations", "ToolChoice", "ToolExecution", "Icon"];
    schemas[version] = { ...own, ...Object.fromEntries(names.map((name) => [name, known[name]])) };
    Object.assign(own.request.properties, { tools, toolChoice });
  }
}
const file = path.join(root, "src-shared/request/data/requestSchemas.json");
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(
  file,
  (await format("schemas.json", JSON.stringify(schemas), { printWidth: 100 })).code,
);
