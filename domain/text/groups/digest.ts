export const digest = /* @__PURE__ */ Object.freeze({
  subject: (day: string) => `Your digest for ${day}`,
  interviews: 'Interviews today',
  overdue: 'Overdue',
  arrived: 'New applications',
  followUp: (day: string) => `follow-up due ${day}`,
  more: (left: string) => `and ${left} more`,
  moreSchools: (left: string) => `And ${left}.`,
  dashboard: 'Open the dashboard',
  footer: ({
    timeZone,
    unsubscribe,
    account,
  }: {
    readonly timeZone: string;
    readonly unsubscribe: string;
    readonly account: string;
  }) =>
    `You get this email in the morning (${timeZone}) on days with something to report.\n\n[Unsubscribe](${unsubscribe})\n\n[Change the time zone](${account})`,
  forStaff: 'Only members of a school can get a daily digest.',
  ended: 'You’re unsubscribed. We won’t send you the daily digest again.',
  linkInvalid:
    'This link has expired or is incomplete. Use the link in a newer email, or log in and turn the digest off under My account.',
} as const);
