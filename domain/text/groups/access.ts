export const access = /* @__PURE__ */ Object.freeze({
  notAllowed: 'You are not allowed to do this.',
  notFound: 'Not found.',
  keyUsed: 'This Idempotency-Key was already used for another request.',
  tooMuchRead: (minutes: number) =>
    `You have read far more applicant data than daily work needs. You can read more in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}. If an integration needs the data, ask an Owner for an API token.`,
  configRefused: 'Please log in to a valid creator account to access this page, or join an organization.',
  noLongerMember: (school: string) =>
    `You no longer have access to ${school}. If that is a mistake, ask one of its Owners to invite you again.`,
  noOrganizationForUsers:
    'There is no organization for this domain. Please ensure that you have admin permissions for one.',
  requestFailed: (statusText: string) => `Request failed: ${statusText}`,
} as const);
