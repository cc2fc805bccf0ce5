export const emailTemplates = /* @__PURE__ */ Object.freeze({
  nameReserved: (name: string) =>
    `'${name}' is the name of an email that the portal sends automatically. Please choose another name.`,
  cannotDelete: (name: string) => `'${name}' is sent automatically and cannot be deleted.`,
  notByHand: (name: string) => `'${name}' is sent automatically when it is needed.`,
  placeholderUnknown: (name: string, known: readonly string[]) =>
    `{{${name}}} is not a placeholder. Please use ${known.map((one) => `{{${one}}}`).join(', ')}.`,
  actionLinkAdded: 'Please remove {{actionLink}}: the portal adds the link itself, below this text.',
  tooManyAttachments: (limit: number) => `Please attach at most ${limit} files.`,
  statusWithoutEmail: 'Please choose statuses from the list. TRANSFERRED has no email.',
  testUnproven:
    'Test emails only go to a confirmed address. To confirm yours, open the link that we emailed you, or request a new one.',
  testSent: (email: string) => `A test email has been sent to ${email}.`,
  testFailed: (reason: string) => `The test email could not be sent. ${reason}`,
  withoutTemplate: 'Email without a template',
  deleted: 'The template has been deleted.',
} as const);
