export const privacy = /* @__PURE__ */ Object.freeze({
  erasedHere: 'The personal data of this person has been erased from this organization.',
  accountDeleted: 'Your account and everything about you have been erased.',
  nobodyHere: 'We have no data about this email address here.',
  nobodyAnywhere: (email: string) => `We have no data about ${email}.`,
  lastOwner: (organization: string) =>
    `${organization} would be left without an Owner. Make someone else an Owner first.`,
  whoMissing: 'Please give the person’s email address or one of their applications.',
  dataErased: 'This person’s data has been erased.',
  notInExport:
    'An application also has notes and fields that only staff of the school see. The school shows them on request.',
  passwordWrong: 'Wrong password.',
  notCaughtUp:
    'Nothing has been erased, because the portal is still processing recent changes. Please try again in a moment.',
  quarantined:
    'Nothing has been erased, because the portal cannot find all of this person’s data right now. Please ask its operator to repair this.',
} as const);
