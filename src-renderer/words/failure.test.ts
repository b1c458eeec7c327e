import { describe, expect, it } from "vitest";
import type { Failure } from "#shared/outcome.ts";
import { failureText } from "./failure.tsx";
import { t } from "./index.ts";

describe("failureText", () => {
  it("says what happened, what was not sent, what to do, and keeps untrusted text apart", () => {
    const failure: Failure = {
      kind: "model-wrong-key",
      status: 401,
      detail: "bad key <b>sk-…</b>",
    };
    expect(failureText(t, failure)).toEqual({
      what: "The provider doesn’t accept the key (401).",
      sent: "Nothing was sent back.",
      next: "Enter the key again in Settings, or choose another model.",
      quote: "bad key <b>sk-…</b>",
    });
  });

  it("counts the validation errors of a document", () => {
    const flags = [
      { severity: "error", code: "no-messages", path: [] },
      { severity: "error", code: "max-tokens-missing", path: ["maxTokens"] },
    ] satisfies Extract<Failure, { kind: "invalid-document" }>["flags"];
    expect(failureText(t, { kind: "invalid-document", flags }).what).toBe(
      "2 validation errors prevent sending.",
    );
    expect(failureText(t, { kind: "invalid-document", flags: flags.slice(1) }).what).toBe(
      "1 validation error prevents sending.",
    );
  });

  it("counts damaged requests, and quotes the file", () => {
    const failure = { kind: "requests-damaged", count: 2, detail: "malformed" } as const;
    expect(failureText(t, failure)).toMatchObject({
      what: "2 earlier requests can’t be shown: their rows in the audit log are damaged.",
      quote: "malformed",
    });
  });

  it("names the signal or code of a process that ended", () => {
    const ended = { kind: "server-exited", afterMs: 340 } as const;
    expect(failureText(t, { ...ended, code: 3, signal: null }).what).toBe(
      "The server’s process exited after 340 ms with code 3.",
    );
    expect(failureText(t, { ...ended, code: null, signal: "SIGKILL" }).what).toBe(
      "The server’s process was ended after 340 ms by signal SIGKILL.",
    );
  });
});
