export const reportPages = /* @__PURE__ */ Object.freeze({
  /** In files: by which rule the figures were counted. */
  definition: (title: string, version: number) => `${title}, version ${version}`,
  needsOpenCourse: 'A forecast needs an open course.',
  weeksOutside: 'Weeks outside the period are not shown.',
  notYours: 'Only Owners, Admins and the person who saved this report can change it.',
  chooseValues: 'Choose a value for each condition, or remove the condition.',
  nothingToCount: 'This report has nothing to count yet.',
  deleted: 'This report has been deleted. These are its last figures.',
  keepsBuilding: 'You can leave this page. We will keep building the report.',
  empty:
    'A saved report counts the events that you choose, past and future. Everyone at your school with access to its data can open it.',
  whatIfHelp:
    'Choose a course and change a rule to compare what happened with what the other rule would have done. Nothing is recorded.',
  whatIfAddress:
    'The address of this page includes the rules and the moment. Later events change nothing, except erasures.',
  markInvalid: 'Please enter a whole number from 0 to 100.',
  adminsSeeWhich: 'Owners and Admins see which applications differ.',
  noneDiffers: 'No application differs.',
  noLogins: 'Logins and refused requests appear here.',
  pastRefused:
    'This link shows a past moment, which only Owners and Admins can open. This page shows the current state.',
  momentDamaged:
    'The moment in this link is damaged, so this page shows the current state. Ask for the link again, or choose a moment.',
  chartNotLoaded: 'The chart could not be loaded. You can read its numbers in the table.',
  notesNotLoaded: 'Some events may be left out here; the notes about them could not be loaded.',
} as const);
