export const editing = /* @__PURE__ */ Object.freeze({
  altMoves: 'Press Alt and an arrow key to move it.',
  noChanges: 'No changes yet.',
  versionLoaded: 'This version has replaced the values in the form. Save to make it live.',
  deletedByOther: 'Someone has deleted this. It can no longer be saved. Copy what you typed before you leave.',
  tryAgain: 'What you typed is still here. Try again in a moment.',
  askForAccess: 'What you typed is still here. Ask an Owner for access, then try again.',
  correctIt: 'What you typed is still here. Correct it, then try again.',
  confirmLeave: 'You have changes that are not saved. They are kept here as your draft. Leave this page?',
  confirmLeaveLosing:
    'You have changes that are not saved, and some of them are not in your draft. Leave this page and lose them?',
  pastedHere: 'The questions appear here before they are added.',
  identical: 'These versions are identical.',
  draftElsewhere: (when: string) => `Draft from another device or visit, typed ${when}. It is not saved yet.`,
  draftHereAndThere: (when: string) =>
    `This is what you typed on this device. There is also a draft from another device, typed ${when}.`,
  saveAgain: 'What you typed is below and not saved yet. Save again to replace the other change.',
  draftKept: 'Your draft is saved on this device. It appears again once you are allowed to edit this.',
} as const);
