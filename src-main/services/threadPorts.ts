// How main and a thread that reads a database agree on the thread's end. Breaking such a thread off while a statement runs
// would end the whole process: libsql aborts where Node takes no value from it any more.

/** Under this name a thread finds its `Int32Array` of one state among Node's environment data. */
export const THREAD_END = "countersign:end";

/** What stands there: it works; it was asked to end; it touches no database any more, and may be broken off. */
export const END = { works: 0, asked: 1, left: 2 } as const;
