// The two names on which everything travels; apart from the contract so that the preload script stays tiny.

/** Renderer → main: `(channel, args)`; checked in `src-main/ipc/serve`. */
export const INVOKE_CHANNEL = "invoke";
/** Main → renderer: one `Push` after another. */
export const PUSH_CHANNEL = "push";
/** Where the window's files come from; `src-main/app/protocol` serves nothing else there. */
export const APP_ORIGIN = "app://countersign";
