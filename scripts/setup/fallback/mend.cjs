// Mends in the fallback Electron 25 (Node 18) what current libraries expect: a global `crypto`, `AbortSignal.any`,
// `URL.canParse`.
"use strict";
const { webcrypto } = require("node:crypto");
const { setMaxListeners } = require("node:events");

if (globalThis.crypto === undefined) {
  Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });
}

/** https://dom.spec.whatwg.org/#dom-abortsignal-any @param {Iterable<AbortSignal>} signals */
function any(signals) {
  const controller = new AbortController();
  const list = [...signals];
  /** @type {(() => void)[]} */
  const undo = [];
  /** @param {AbortSignal} signal */
  const abort = (signal) => {
    for (const stop of undo) stop();
    controller.abort(signal.reason);
  };
  const aborted = list.find((signal) => signal.aborted);
  if (aborted !== undefined) {
    abort(aborted);
    return controller.signal;
  }
  for (const signal of list) {
    const listener = () => abort(signal);
    // One long-lived signal may be part of many: that is no leak to warn about.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", listener, { once: true });
    undo.push(() => signal.removeEventListener("abort", listener));
  }
  return controller.signal;
}

if (AbortSignal.any === undefined) AbortSignal.any = any;

/** https://url.spec.whatwg.org/#dom-url-canparse @param {string} url @param {string} [base] */
function canParse(url, base) {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
}

if (URL.canParse === undefined) URL.canParse = canParse;
