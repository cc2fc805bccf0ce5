export const apiTokens = /* @__PURE__ */ Object.freeze({
  nameRequired: 'Enter a name that says what the token is for.',
  scopeRequired: 'Choose what the token may do.',
  daysInvalid: (least: number, most: number) => `Enter a number of days from ${least} to ${most}.`,
  tooMany: (most: number) => `A school has at most ${most} valid tokens. Revoke one that is no longer used.`,
  invalid: 'This API token is not valid. It may have expired or been revoked.',
  tooManyCalls: (perMinute: number) =>
    `A token can make ${perMinute} calls a minute. The header Retry-After says when the next one can succeed.`,
  calledBy: (name: string) => `API token ${name}`,
  revoked: 'The token has been revoked.',
  scopes: /* @__PURE__ */ Object.freeze({
    events: 'Pull events',
    read: 'Read',
    write: 'Read and write',
  }),
  scopeNotes: /* @__PURE__ */ Object.freeze({
    events: 'The feed of events, page by page.',
    read: 'Applications with all answers, files and comments, batches, assessments, payments and reports.',
    write: 'Everything that Read allows, plus adding applications, changing statuses and commenting.',
  }),
  shownOnce: 'Copy the token now. We store only a hash of it and cannot show it again.',
  onlyNow: 'Tokens are always shown as they are now.',
  none: 'This school has no API tokens yet.',
  confirmRevoke: (name: string) =>
    `Revoke ${name}? Integrations that use it will be refused from their next call on. This cannot be undone.`,
  /** `{{firstName}}` is the name of the token, so that no name becomes a link. */
  mails: /* @__PURE__ */ Object.freeze({
    expiring: (day: string, days: number, link: string) => ({
      subject: `The API token {{firstName}} of {{orgName}} ${days === 0 ? 'has expired' : days === 1 ? 'expires tomorrow' : `expires in ${days} days`}`,
      body: `${
        days === 0
          ? 'The API token **{{firstName}}** has expired, so integrations that use it are refused.'
          : `The API token **{{firstName}}** expires on ${day}. Integrations that use it are refused from then on.`
      } Create a new token, give it to those integrations, and revoke this one.\n\n[Open the API tokens](${link})`,
    }),
  }),
} as const);
