// The words of the workbench room.
export const workbench = {
  title: "Workbench",
} as const;
