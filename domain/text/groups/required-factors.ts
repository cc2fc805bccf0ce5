export const requiredFactors = /* @__PURE__ */ Object.freeze({
  refused: 'This school requires a second factor for its staff. Set one up under My account, then try again.',
  ownFirst: 'Set up a second factor for your own account first, under My account.',
  noDay: 'Enter a date, such as 2027-01-31.',
  past: 'Choose today or a later date.',
  tooFar: 'Choose a date within the next year.',
  title: 'Second factor for all staff',
  help: 'From the day on, members without a second factor can’t open anything of this school until they have set one up. Before it, we remind them at each login. Their own account and applications stay open to them, and API tokens keep working.',
  off: 'Members may log in with their password alone.',
  from: (day: string) => `Required from ${day} on.`,
  since: (day: string) => `Required since ${day}.`,
  nobodyWithout: 'All members have a second factor.',
  without: (count: number, names: string) =>
    count === 1 ? `1 member has none yet: ${names}.` : `${count} members have none yet: ${names}.`,
  andOthers: (names: string, others: number) =>
    others === 1 ? `${names} and 1 other` : `${names} and ${others} others`,
  confirmNow: (count: number) =>
    count === 1
      ? 'Require a second factor from today on? 1 member has none and can’t open anything of this school until they set one up.'
      : `Require a second factor from today on? ${count} members have none and can’t open anything of this school until they set one up.`,
  setUpBy: (day: string) => `Set up a second factor by ${day}`,
  graceLead: (school: string, day: string) =>
    `From ${day} on, ${school} asks its staff for a second factor besides the password. Without one, you won’t be able to open anything of the school.`,
  dueTitle: 'Set up a second factor',
  dueLead: (school: string, day: string) =>
    `Since ${day}, ${school} asks its staff for a second factor besides the password. Set one up to go on. Your own account and applications are open to you without it.`,
} as const);
