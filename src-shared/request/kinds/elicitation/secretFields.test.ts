import { expect, it } from "vitest";
import type { JsonObject } from "../../../json.ts";
import { readForm } from "./readForm.ts";
import { looksSecret } from "./secretFields.ts";

function secret(name: string, field: JsonObject = { type: "string" }): boolean {
  const [read] = readForm({ type: "object", properties: { [name]: field } }).fields;
  if (read === undefined) throw new Error(`${name} is no field`);
  return looksSecret(read);
}

it.each([
  "password",
  "Passwd",
  "dbPassword",
  "API_KEY",
  "apiKey",
  "access-token",
  "deployToken",
  "token",
  "client_secret",
  "private key",
  "PIN",
  "otp",
  "oneTimeCode",
  "2fa code",
  "seed phrase",
  "cvv",
  "credit card number",
  "密码",
  "登录密码",
  "API密钥",
  "访问令牌",
  "短信验证码",
])("%s is secret", (name) => {
  expect(secret(name)).toBe(true);
});

it.each([
  "name",
  "version",
  "tokenizer",
  "secretary",
  "keyboard",
  "pinned",
  "monkey",
  "passenger",
  "primary key",
  "spin",
  "channel",
  "cookies accepted",
  "姓名",
  "关键词",
])("%s is not secret", (name) => {
  expect(secret(name)).toBe(false);
});

it("considers title, format and description", () => {
  expect(secret("a", { type: "string", title: "Your password" })).toBe(true);
  expect(secret("a", { type: "string", format: "password" })).toBe(true);
  expect(secret("a", { type: "string", description: "Paste your API key here" })).toBe(true);
  expect(secret("a", { type: "string", description: "请输入密码" })).toBe(true);
  expect(secret("a", { type: "string", description: "The key idea of the text" })).toBe(false);
});

it("tells a number of tokens from a PIN", () => {
  expect(secret("maxTokens", { type: "integer" })).toBe(false);
  expect(secret("pin", { type: "integer" })).toBe(true);
  expect(secret("useToken", { type: "boolean" })).toBe(false);
});
