export const audit = /* @__PURE__ */ Object.freeze({
  exportRecorded: 'The download is recorded in the audit log.',
} as const);
