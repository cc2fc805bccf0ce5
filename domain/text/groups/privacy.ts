export const privacy = /* @__PURE__ */ Object.freeze({
  erasedHere: 'The personal data of this person has been erased from this organization.',
  accountDeleted: 'Your account and everything about you has been erased.',
  nobodyHere: 'This email address is not known here.',
  nobodyAnywhere: (email: string) => `${email} is not known.`,
  lastOwner: (organization: string) =>
    `${organization} would be left without an Owner. Make someone else an Owner first.`,
  whoMissing: 'Please name a person by an email address or by an application.',
  passwordWrong: 'Wrong password.',
  notCaughtUp: 'Nothing has been erased, because some pages are still catching up. Please try again in a moment.',
  quarantined:
    'Nothing has been erased, because the portal cannot find everything of this person now. Please tell its operator, who can repair that.',
} as const);
