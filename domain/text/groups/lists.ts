export const lists = /* @__PURE__ */ Object.freeze({
  deleteFailed: (message: string) => `Failed to delete: ${message}`,
  attachmentFailed: (message: string) => `Failed with error ${message}`,
} as const);
