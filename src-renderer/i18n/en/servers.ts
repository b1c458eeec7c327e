// The words of the servers room.
export const servers = {
  title: "Servers",
} as const;
