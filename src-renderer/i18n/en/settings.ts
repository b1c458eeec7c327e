// The words of the settings room.
export const settings = {
  title: "Settings",
} as const;
