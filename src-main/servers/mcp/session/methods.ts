// Method names used by several files of this folder.

/** 2024-11-05 to 2025-11-25, client/sampling. */
export const SAMPLING_METHOD = "sampling/createMessage";
