// How main and a database thread agree on when the thread may be terminated. Terminating it during a statement would
// crash the process: libsql aborts when Node no longer accepts values from it.

/** The key in Node's environment data under which a thread finds an `Int32Array` with its state. */
export const THREAD_END = "countersign:end";

/** The states: working; asked to end; has closed its databases and may be terminated. */
export const END = { works: 0, asked: 1, left: 2 } as const;
