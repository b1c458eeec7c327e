// The Electron channel names, apart from the contract to keep the preload script small.

/** Renderer → main: `(channel, args)`; checked in `src-main/ipc/serve`. */
export const INVOKE_CHANNEL = "invoke";
/** Main → renderer: pushes. */
export const PUSH_CHANNEL = "push";
/** Origin of the window's files; `src-main/app/protocol` serves nothing else there. */
export const APP_ORIGIN = "app://countersign";
