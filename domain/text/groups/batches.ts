export const batches = /* @__PURE__ */ Object.freeze({
  exists: 'This batch already exists.',
  slugInvalid:
    "Slug can only contain lower case a-z, digits 0-9 and the character '-'. Must be at least 6 characters long.",
  processMissing: 'This process does not exist.',
  assessmentMissing: 'This assessment does not exist.',
  statusMissing: 'A batch needs a status.',
  slugTaken: 'Another batch already uses this slug.',
  organizationMissing: 'Saving a batch needs an organization.',
  saveFailed: (message: string) => `Error occurred saving changes to batch: ${message}`,
  capacityInvalid: 'Capacity must be a whole number, 0 or more.',
} as const);
