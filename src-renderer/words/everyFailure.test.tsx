// Every failure, with every variant of its words, on screen in both languages.
import { render } from "@testing-library/react";
import { act } from "react";
import { expect, it } from "vitest";
import { AGENT_DIFFERENCES } from "#shared/agents/entry.ts";
import type { Failure } from "#shared/outcome.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { en } from "./en.ts";
import { setLanguage } from "./index.ts";

type Of<Kind extends Failure["kind"]> = Extract<Failure, { kind: Kind }>;

/** One entry for each value; a forgotten value does not compile. */
const each = <V extends string, F>(values: Readonly<Record<V, true>>, make: (value: V) => F): F[] =>
  (Object.keys(values) as V[]).map(make);

const detail = "their own words";
const address = "https://server.example/mcp";
const file = "/home/ana/some-file";

/** A forgotten kind does not compile. */
const EVERY: { readonly [Kind in Failure["kind"]]: readonly Of<Kind>[] } = {
  stale: [{ kind: "stale" }],
  "accepted-too-much": [{ kind: "accepted-too-much" }],
  "read-again": [
    { kind: "read-again", why: "changed" },
    { kind: "read-again", why: "failed" },
  ],
  "not-found": each<Of<"not-found">["what"], Of<"not-found">>(
    {
      sample: true,
      server: true,
      model: true,
      provider: true,
      run: true,
      media: true,
      message: true,
      context: true,
      question: true,
      program: true,
      agent: true,
    },
    (what) => ({ kind: "not-found", what }),
  ),
  "no-model": [{ kind: "no-model" }],
  "not-for-this-server": [{ kind: "not-for-this-server", model: "m" }],
  "switched-off": [{ kind: "switched-off", model: "m" }],
  "desk-stopped": [{ kind: "desk-stopped" }],
  "over-budget": [{ kind: "over-budget", holds: [] }],
  "findings-unseen": [1, 2].map((count) => ({ kind: "findings-unseen", count })),
  "not-recorded": [{ kind: "not-recorded", detail }],
  "content-forgotten": [{ kind: "content-forgotten" }],
  "pasted-not-request": [{ kind: "pasted-not-request", detail }],
  "page-not-opened": [{ kind: "page-not-opened", url: address }],
  "relay-needs-node": [{ kind: "relay-needs-node" }],
  "host-file-not-written": [{ kind: "host-file-not-written", file, detail }],
  "setup-incomplete": [
    { kind: "setup-incomplete", changed: [file], unchanged: ["/b"], because: { kind: "stale" } },
  ],
  "gateway-closed": [{ kind: "gateway-closed", detail }],
  "port-taken": [{ kind: "port-taken", port: 8090, detail }],
  "no-certain-call": [{ kind: "no-certain-call" }],
  "without-model": [{ kind: "without-model" }],
  "requests-damaged": [1, 2].map((count) => ({ kind: "requests-damaged", count, detail })),
  "ledger-damaged": [{ kind: "ledger-damaged", detail }],
  "drafts-damaged": [1, 2].map((count) => ({ kind: "drafts-damaged", count })),
  "history-unavailable": [{ kind: "history-unavailable", detail }],
  "ledger-unreadable": [{ kind: "ledger-unreadable", detail }],
  "ledger-begun-anew": [{ kind: "ledger-begun-anew", file }],
  "ledger-lost-rows": [{ kind: "ledger-lost-rows", seq: 9, found: 7 }],
  "ledger-unvouched": each<Of<"ledger-unvouched">["why"], Of<"ledger-unvouched">>(
    { "no-key": true, unsigned: true, "other-program": true },
    (why) => ({ kind: "ledger-unvouched", why, first: 3, last: 5 }),
  ),
  "ledger-not-signed": [{ kind: "ledger-not-signed", seq: 9 }],
  "ledger-key-missing": [{ kind: "ledger-key-missing" }],
  "ledger-not-converted": [
    { kind: "ledger-not-converted", detail },
    { kind: "ledger-not-converted", detail, what: "encrypt" },
    { kind: "ledger-not-converted", detail, what: "decrypt" },
    { kind: "ledger-not-converted", detail, what: "update" },
  ],
  "ledger-no-room": [
    { kind: "ledger-no-room", neededBytes: 5e9 },
    { kind: "ledger-no-room", neededBytes: 5e9, what: "encrypt" },
    { kind: "ledger-no-room", neededBytes: 5e9, what: "decrypt" },
    { kind: "ledger-no-room", neededBytes: 5e9, what: "update" },
  ],
  "invalid-document": [1, 2].map((count) => ({
    kind: "invalid-document",
    flags: Array.from({ length: count }, () => ({
      severity: "error",
      code: "no-messages",
      path: [],
    })),
  })),
  "not-redactable": [{ kind: "not-redactable", kinds: ["key"] }],
  "invalid-argument": [{ kind: "invalid-argument", channel: "calls/start", detail }],
  "forbidden-sender": [{ kind: "forbidden-sender" }],
  "not-confirmed": [{ kind: "not-confirmed" }],
  "secrets-unavailable": [{ kind: "secrets-unavailable" }],
  "file-set-aside": [{ kind: "file-set-aside", aside: file, detail }],
  "retention-unsure": [{ kind: "retention-unsure", aside: file }],
  "rules-broken": [{ kind: "rules-broken", file }],
  "rules-unaccepted": [{ kind: "rules-unaccepted", file }],
  "hook-decided-alone": [{ kind: "hook-decided-alone", count: 3, atMs: 1 }],
  "action-differs": [{ kind: "action-differs", agent: "Codex", atMs: 1 }],
  "action-ran-anyway": [{ kind: "action-ran-anyway", agent: "Codex", atMs: 1 }],
  "agent-not-held": [{ kind: "agent-not-held", agent: "Codex", atMs: 0 }],
  "call-not-arrived": [
    { kind: "call-not-arrived", agent: "Codex", tool: "mcp__notes__add", atMs: 1 },
  ],
  "agent-changed": AGENT_DIFFERENCES.map((what) => ({
    kind: "agent-changed",
    agent: "Claude Code",
    what,
    atMs: 0,
  })),
  "programs-unaccepted": [{ kind: "programs-unaccepted", names: ["one", "two"] }],
  "rule-unusable": [{ kind: "rule-unusable", rule: "r", detail }],
  "setting-unusable": [{ kind: "setting-unusable", file, name: "theme" }],
  "update-unreachable": each<Of<"update-unreachable">["why"], Of<"update-unreachable">>(
    { network: true, certificate: true, proxy: true, redirect: true, status: true },
    (why) => ({ kind: "update-unreachable", why, detail }),
  ),
  "update-refused": each<Of<"update-refused">["why"], Of<"update-refused">>(
    { signature: true, format: true, older: true },
    (why) => ({ kind: "update-refused", why, detail }),
  ),
  "update-waits": [
    { kind: "update-waits", requests: 1, agents: 0 },
    { kind: "update-waits", requests: 2, agents: 1 },
    { kind: "update-waits", requests: 0, agents: 1 },
    { kind: "update-waits", requests: 0, agents: 2 },
  ],
  "update-not-installed": [{ kind: "update-not-installed", detail }],
  "certificate-unusable": each<Of<"certificate-unusable">["reason"], Of<"certificate-unusable">>(
    { unreadable: true, "no-certificate": true, "too-large": true },
    (reason) => ({ kind: "certificate-unusable", file, reason }),
  ),
  "team-entry-skipped": [{ kind: "team-entry-skipped", login: "ben" }],
  internal: [{ kind: "internal", detail }],
  busy: [{ kind: "busy" }],

  "model-unreachable": [{ kind: "model-unreachable", detail }],
  "model-certificate": each<Of<"model-certificate">["reason"], Of<"model-certificate">>(
    {
      "unknown-issuer": true,
      expired: true,
      "not-yet-valid": true,
      "wrong-name": true,
      revoked: true,
      other: true,
    },
    (reason) => ({ kind: "model-certificate", host: "h", reason, detail }),
  ),
  "model-proxy": each<Of<"model-proxy">["reason"], Of<"model-proxy">>(
    { unreachable: true, login: true, scheme: true, refused: true, unreadable: true },
    (reason) => ({ kind: "model-proxy", proxy: "p:1", reason, detail }),
  ).flatMap((failure) => [failure, { ...failure, status: 403 }]),
  "model-redirect": [{ kind: "model-redirect", host: "h", to: address }],
  "model-no-variable": [{ kind: "model-no-variable", variable: "KEY" }],
  "model-variable-elsewhere": [{ kind: "model-variable-elsewhere", variable: "KEY" }],
  "model-no-key": [{ kind: "model-no-key" }],
  "model-key-unusable": [
    { kind: "model-key-unusable" },
    { kind: "model-key-unusable", variable: "KEY" },
  ],
  "model-wrong-key": [{ kind: "model-wrong-key", status: 401, detail }],
  "model-forbidden": [{ kind: "model-forbidden", status: 403, detail }],
  "model-no-credit": [{ kind: "model-no-credit", status: 402, detail }],
  "model-rate-limited": [
    { kind: "model-rate-limited", detail },
    { kind: "model-rate-limited", detail, retryAfterMs: 0 },
    { kind: "model-rate-limited", detail, retryAfterMs: 7000 },
  ],
  "model-overloaded": [
    { kind: "model-overloaded", status: 503, detail },
    { kind: "model-overloaded", status: 503, detail, retryAfterMs: 7000 },
  ],
  "model-filtered": [{ kind: "model-filtered", detail }],
  "model-too-large": [{ kind: "model-too-large", detail }],
  "model-interrupted": [{ kind: "model-interrupted", detail }],
  "model-context-too-long": [
    { kind: "model-context-too-long", detail },
    { kind: "model-context-too-long", needed: 9, detail },
    { kind: "model-context-too-long", limit: 8, detail },
    { kind: "model-context-too-long", needed: 9, limit: 8, detail },
  ],
  "model-gone": [{ kind: "model-gone", model: "m", detail }],
  "model-timeout": each<Of<"model-timeout">["stage"], Of<"model-timeout">>(
    { connect: true, "first-token": true, idle: true },
    (stage) => ({ kind: "model-timeout", afterMs: 9000, stage }),
  ),
  "model-malformed-answer": [{ kind: "model-malformed-answer", detail }],
  "model-unsupported-content": [
    { kind: "model-unsupported-content", what: "audio", detail },
    { kind: "model-unsupported-content", what: "audio", detail: "" },
    ...each<
      NonNullable<Of<"model-unsupported-content">["because"]>,
      Of<"model-unsupported-content">
    >({ "no-tools-in-template": true, "turn-marker": true }, (because) => ({
      kind: "model-unsupported-content",
      what: "tools",
      because,
      detail,
    })),
  ],
  "model-engine-crashed": [
    { kind: "model-engine-crashed", exitCode: null, detail },
    { kind: "model-engine-crashed", exitCode: 134, detail },
  ],
  "model-desk-ended": [{ kind: "model-desk-ended" }],
  "model-load-crashed": [
    { kind: "model-load-crashed", exitCode: null },
    { kind: "model-load-crashed", exitCode: 134 },
  ],
  "model-engine-killed": [{ kind: "model-engine-killed" }],
  "model-memory": [{ kind: "model-memory", neededBytes: 9e9, availableBytes: 4e9 }],
  "model-file-missing": [{ kind: "model-file-missing", file }],
  "model-file-changed": [{ kind: "model-file-changed", file, detail }],
  "model-template-stuck": [{ kind: "model-template-stuck", afterMs: 9000 }],
  "model-unsupported-platform": [{ kind: "model-unsupported-platform", platform: "aix" }],
  "model-file-invalid": [{ kind: "model-file-invalid", file, detail }],
  "model-held-back": each<Of<"model-held-back">["why"], Of<"model-held-back">>(
    { model: true, budget: true, stopped: true, votes: true, distrusted: true, undone: true },
    (why) => ({ kind: "model-held-back", why }),
  ),
  "model-other": [
    { kind: "model-other", detail },
    { kind: "model-other", status: 418, detail },
  ],

  "server-command-not-found": [{ kind: "server-command-not-found", command: "c" }],
  "server-folder-not-found": [{ kind: "server-folder-not-found", folder: file }],
  "server-not-startable": [{ kind: "server-not-startable", command: "c", detail }],
  "server-exited": [
    { kind: "server-exited", code: 3, signal: null, afterMs: 40 },
    { kind: "server-exited", code: null, signal: "SIGKILL", afterMs: 4000 },
    { kind: "server-exited", code: null, signal: null, afterMs: 4000 },
  ],
  "server-closed-output": [{ kind: "server-closed-output", afterMs: 40 }],
  "server-unreachable": [{ kind: "server-unreachable", address, detail }],
  "server-unauthorised": [{ kind: "server-unauthorised", status: 401, address }],
  "server-http-status": [{ kind: "server-http-status", status: 500, address }],
  "server-redirects": [{ kind: "server-redirects", address, detail }],
  "server-forgot-session": [{ kind: "server-forgot-session", address }],
  "server-silent": [{ kind: "server-silent", afterMs: 9000, stage: "initialize" }],
  "server-byte-order-mark": [{ kind: "server-byte-order-mark" }],
  "server-refused-initialize": [{ kind: "server-refused-initialize", detail }],
  "server-bad-answer": [{ kind: "server-bad-answer", detail }],
  "server-connection-lost": [{ kind: "server-connection-lost", detail }],

  "sign-in-no-metadata": [{ kind: "sign-in-no-metadata", address }],
  "sign-in-bad-metadata": [{ kind: "sign-in-bad-metadata", address, detail }],
  "sign-in-unreachable": [{ kind: "sign-in-unreachable", address, detail }],
  "sign-in-private-address": [{ kind: "sign-in-private-address", address, ip: "10.0.0.1" }],
  "sign-in-not-encrypted": [{ kind: "sign-in-not-encrypted", address }],
  "sign-in-other-resource": [{ kind: "sign-in-other-resource", expected: "a", got: "b" }],
  "sign-in-other-issuer": [
    { kind: "sign-in-other-issuer", expected: "a", got: "b" },
    { kind: "sign-in-other-issuer", expected: "a", got: null },
  ],
  "sign-in-issuer-slash": [
    { kind: "sign-in-issuer-slash", announced: address, named: `${address}/` },
  ],
  "sign-in-no-pkce": [{ kind: "sign-in-no-pkce", issuer: address }],
  "sign-in-no-registration": [{ kind: "sign-in-no-registration", issuer: address }],
  "sign-in-registration-refused": [{ kind: "sign-in-registration-refused", status: 400, detail }],
  "sign-in-no-listener": [{ kind: "sign-in-no-listener", detail }],
  "sign-in-timeout": [{ kind: "sign-in-timeout", afterMs: 9000 }],
  "sign-in-state-mismatch": [{ kind: "sign-in-state-mismatch", afterMs: 9000 }],
  "sign-in-denied": [{ kind: "sign-in-denied", error: "access_denied", detail }],
  "sign-in-token-refused": [{ kind: "sign-in-token-refused", error: "invalid_grant", detail }],
  "sign-in-still-refused": [{ kind: "sign-in-still-refused", status: 403 }],
  "sign-in-not-kept": [{ kind: "sign-in-not-kept", detail }],

  "config-not-found": [{ kind: "config-not-found", file }],
  "config-unreadable": [{ kind: "config-unreadable", file, detail }],
  "config-not-json": [{ kind: "config-not-json", line: 1, column: 2, detail }],
  "config-no-servers": [{ kind: "config-no-servers" }],
  "config-not-read": [
    { kind: "config-not-read", file, program: "Claude Code", reads: "/h/.claude.json" },
  ],
  "config-bad-server": [
    { kind: "config-bad-server", server: "s", path: "", detail },
    { kind: "config-bad-server", server: "s", path: "args", detail },
  ],

  "disk-full": [{ kind: "disk-full" }, { kind: "disk-full", neededBytes: 5e9 }],
  "file-no-room": [{ kind: "file-no-room" }],
  "download-failed": [{ kind: "download-failed", detail }],
  "checksum-mismatch": [{ kind: "checksum-mismatch", expected: "a", actual: "b" }],
  cancelled: [{ kind: "cancelled" }],

  "medium-too-large": [{ kind: "medium-too-large", bytes: 9e6, limit: 5e6 }],
  "medium-wrong-kind": each<Of<"medium-wrong-kind">["wanted"], Of<"medium-wrong-kind">>(
    { image: true, audio: true },
    (wanted) => ({ kind: "medium-wrong-kind", wanted, found: null }),
  ).flatMap((failure) => [failure, { ...failure, found: "text/html" }]),
  "medium-file-empty": [{ kind: "medium-file-empty" }],
  "medium-unreadable": [{ kind: "medium-unreadable", detail }],
  "medium-not-saved": [{ kind: "medium-not-saved", detail }],

  "run-error": [{ kind: "run-error", code: -32_000, message: "The door is shut" }],
  "run-http-status": [
    { kind: "run-http-status", status: 500, words: "busy", retryAfter: null, mayHaveRun: true },
    { kind: "run-http-status", status: 429, words: "", retryAfter: "30", mayHaveRun: false },
  ],
  "run-disconnected": [{ kind: "run-disconnected" }],
  "run-unanswered": [{ kind: "run-unanswered", afterMs: 9000 }],
  "run-not-repeated": each<Of<"run-not-repeated">["because"], Of<"run-not-repeated">>(
    { rejected: true, refused: true, cancelled: true },
    (because) => ({ kind: "run-not-repeated", because }),
  ),
  "run-too-many-rounds": [{ kind: "run-too-many-rounds", rounds: 9 }],
  "run-input-unsupported": [{ kind: "run-input-unsupported", methods: ["a", "b"] }],
  "run-input-undeclared": [{ kind: "run-input-undeclared", methods: ["a"] }],
  "run-input-malformed": [{ kind: "run-input-malformed", keys: ["k"] }],
  "run-input-nothing": [{ kind: "run-input-nothing" }],
  "run-task-only": [{ kind: "run-task-only" }],

  "team-offline": [{ kind: "team-offline", detail }],
  "team-refused": each<Of<"team-refused">["why"], Of<"team-refused">>(
    {
      unknown: true,
      known: true,
      stale: true,
      ended: true,
      leased: true,
      "lease-lost": true,
      "not-holder": true,
      "holder-alive": true,
      stopped: true,
      "needs-votes": true,
      "own-request": true,
      "already-voted": true,
      "vote-stale": true,
      "over-budget": true,
      "login-full": true,
      open: true,
      "session-over": true,
      malformed: true,
    },
    (why) => ({ kind: "team-refused", why }),
  ),
  "team-forbidden": [{ kind: "team-forbidden", detail }],
  "team-login": [{ kind: "team-login", detail }],
  "team-certificate": [{ kind: "team-certificate", detail }],
  "team-address": each<Of<"team-address">["why"], Of<"team-address">>(
    { unreadable: true, "no-database": true, plain: true },
    (why) => ({ kind: "team-address", why }),
  ),
  "team-too-old": [{ kind: "team-too-old", version: "14.2" }],
  "team-schema": [
    { kind: "team-schema", found: 0, wanted: 4 },
    { kind: "team-schema", found: 3, wanted: 4 },
  ],
  "team-busy": [{ kind: "team-busy", detail }],
  "team-other": [{ kind: "team-other", detail }],
};

/** A key of the catalogue, a parameter that nobody gave, or a value that became a word. */
const KEYS = Object.entries(en).flatMap(([section, texts]) =>
  Object.keys(texts).map((name) => String.raw`${section}\.${name}`),
);
const RAW = new RegExp(
  String.raw`\b(?:${KEYS.join("|")})\b|\{\{|\}\}|\bundefined\b|\bNaN\b|\bnull\b|\[object`,
  "u",
);

it.each(["en", "zh"] as const)("every failure has words of its own in %s", (language) => {
  act(() => setLanguage(language));
  const all = Object.values<readonly Failure[]>(EVERY).flat();
  const wrong = all.flatMap((failure) => {
    const { container, unmount } = render(<FailureBar failure={failure} />);
    const title = container.querySelector("b, strong, h2, h3")?.textContent ?? "";
    const text = container.textContent ?? "";
    unmount();
    return title.trim() === "" || RAW.test(text) ? [{ failure, title, text }] : [];
  });
  expect(wrong).toEqual([]);
  expect(all.length).toBeGreaterThan(150);
  act(() => setLanguage("en"));
});
