export const emailEditor = /* @__PURE__ */ Object.freeze({
  listHelp: 'Templates are emails that you send to applicants.',
  sentByStaff: 'Sent by staff.',
  confirmDelete: (name: string) => `Delete “${name}”? Emails already sent with it are kept with the applications.`,
  adminsOnly: 'Only Owners and Admins can change email templates.',
  sentByStaffHelp:
    'Sent by staff, from an application or from the dashboard. It moves NEW applicants to INFORMATION SENT.',
  sentByPortal: 'The portal sends this email automatically, so you cannot rename or delete the template.',
  linkIsAdded: (link: string) => ` The portal adds the link “${link}” below your text.`,
  attachLater: 'You can attach files once you have created the template.',
  nameHelp: 'Only staff see it.',
  markdownHelp: 'Write **bold** with two asterisks on each side, and a link as `[text](address)`.',
  statusesHelp: 'Staff who set one of these statuses are offered this email. It is sent only if they send it.',
  saveBeforeTest: 'Save the template, then send yourself a test email.',
} as const);
