export const account = /* @__PURE__ */ Object.freeze({
  digestHelp: 'Only on days with something to report. It lists programs and numbers, never applicants’ names.',
  digestHour: 'We send it at 7:00 in this time zone.',
  confirmDelete:
    'Are you sure you want to delete your account? All your applications, answers and files will be erased. This cannot be undone.',
  deleteHelp:
    'This erases your account and everything about you at every school on this portal: applications, answers, files and messages. This can’t be undone. Download your data first if you want to keep it.',
  nameHelp: 'Colleagues see it instead of your email. Leave it empty to show your email.',
  joined: (school: string, role: string) => `You joined ${school} as ${role}.`,
  declined: (school: string) => `You declined the invitation from ${school}.`,
  noInvitations:
    'You have no invitations. When a school invites you to join its staff, you’ll see the invitation here.',
  confirmEmailFirst: 'Confirm your email address to see invitations sent to it.',
  dataHelp: 'Everything we store about you at every school on this portal, in one JSON file.',
  dataDownloaded: 'The file is in your downloads.',
} as const);
