export const calendar = /* @__PURE__ */ Object.freeze({
  name: (school: string) => `Interviews at ${school}`,
  interview: (applicant: string, program: string) => `Interview: ${applicant} (${program})`,
  /** For an applicant without a name, or one who has been erased. */
  applicant: (number: number) => `applicant ${number}`,
  about: (number: number, link: string) => `Application ${number}: ${link}`,
  gone: (number: number) => `The details of application ${number} were deleted.`,
  help: 'Add your private address to Google Calendar, Outlook, Apple Calendar or another calendar app to see a school’s interviews in it. Some apps look for changes only once a day, so keep checking the dashboard on the day itself.',
  keepPrivate:
    'Anyone with the address can read applicants’ names and interview times. It stops working when you leave the school, and your school’s Owners and Admins can revoke it.',
  shownOnce: 'Copy the address now. We store only a hash of it and cannot show it again.',
  confirmRenew: (school: string) =>
    `Create a new address for ${school}? Calendars that use the current address will stop getting interviews.`,
  confirmRevoke: (school: string) =>
    `Revoke your address for ${school}? Calendars that use it will stop getting interviews.`,
  revoked: 'The address has been revoked. Calendars that use it no longer get interviews.',
  tooManyReads: (perMinute: number) =>
    `A calendar address can be read ${perMinute} times a minute. The header Retry-After says when the next try can succeed.`,
} as const);
