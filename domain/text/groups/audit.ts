export const audit = /* @__PURE__ */ Object.freeze({
  exportRecorded: 'The download is recorded in the audit log.',
  olderFailed: 'Older entries could not be loaded. Please try again.',
  empty: 'Every change appears here.',
  searchHelp: 'The search does not cover the text of answers and comments.',
  nothingChanged: 'No application has been changed.',
} as const);
