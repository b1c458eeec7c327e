// The words of the firstrun room.
export const firstrun = {
  title: "Welcome to Countersign",
} as const;
