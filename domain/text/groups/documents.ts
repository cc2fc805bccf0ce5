export const documents = /* @__PURE__ */ Object.freeze({
  existsAlready: 'This already exists.',
  deleted: 'This has been deleted.',
  slugLikeId: 'A slug cannot look like a generated code. Please choose another one.',
  changedMeanwhile: (field: string) => `Someone else, or you in another tab, has changed ${field} in the meantime.`,
  changedMark: 'Someone else, or you in another tab, has changed ',
  busy: 'This is being changed right now. Please try again.',
  tooMany: (owner: string, limit: string, items: string, count: string) =>
    `${owner} can have at most ${limit} ${items}. It has ${count}.`,
  versionUnknown: 'We don’t know this version. Please reload and try again.',
  confirmDiscard: 'Discard your changes?',
  valueRequired: (field: string) => `${field} needs a value.`,
} as const);
