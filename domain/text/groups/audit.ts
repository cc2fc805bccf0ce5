export const audit = /* @__PURE__ */ Object.freeze({
  exportRecorded: 'The download is recorded in the audit log.',
  olderFailed: 'Older entries could not be loaded. Please try again.',
} as const);
