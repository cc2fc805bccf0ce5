export const requiredFactors = /* @__PURE__ */ Object.freeze({
  refused: 'This school requires a second factor for its staff. Set one up under My account, then try again.',
  codeNeeded:
    'Your school requires a second factor. Before you add your first one, confirm your email address with a code that we send you.',
  codeHelp:
    'Your school requires a second factor. Before you add your first one, we email you a code, because a person who has learned your password must not be able to add theirs.',
  ownFirst: 'Set up a second factor for your own account first, under My account.',
  noDay: 'Enter a date, such as 2027-01-31.',
  past: 'Choose today or a later date.',
  tooFar: 'Choose a date within the next year.',
  title: 'Second factor for all staff',
  help: 'From the day that you choose, members without a second factor can’t open anything at this school until they set one up. Until then, we remind them at each login. From that day, they also need a code from an email to set up their first one. They can still open their own account and applications, and API tokens keep working.',
  off: 'Members can log in with their password alone.',
  from: (day: string) => `Required from ${day}.`,
  since: (day: string) => `Required since ${day}.`,
  nobodyWithout: 'All members have a second factor.',
  without: (count: number, names: string) =>
    count === 1
      ? `1 member has no second factor yet: ${names}.`
      : `${count} members have no second factor yet: ${names}.`,
  andOthers: (names: string, others: number) =>
    others === 1 ? `${names} and 1 other` : `${names} and ${others} others`,
  confirmNow: (count: number) =>
    count === 1
      ? 'Require a second factor from today? 1 member has none and can’t open anything at this school until they set one up.'
      : `Require a second factor from today? ${count} members have none and can’t open anything at this school until they set one up.`,
  setUpBy: (day: string) => `Set up a second factor by ${day}`,
  graceLead: (school: string, day: string) =>
    `From ${day}, ${school} requires a second factor for its staff. Without one, you won’t be able to open anything at the school.`,
  dueTitle: 'Set up a second factor',
  dueLead: (school: string, day: string) =>
    `Since ${day}, ${school} has required a second factor for its staff. Set one up to continue. You can still open your own account and applications without one.`,
} as const);
