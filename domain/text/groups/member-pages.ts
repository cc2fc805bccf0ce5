export const memberPages = /* @__PURE__ */ Object.freeze({
  tokenNameHelp: 'What the token is for, such as the integration that uses it.',
  inviteHelp: 'We email an invitation. People without an account receive an email with a signup link.',
  left: (email: string) => `${email} is no longer a member.`,
  hasRole: (email: string, role: string) => `${email} now has the role ${role}.`,
  loseAccess: 'They lose access immediately.',
  confirmLeave: 'Leave this organization? You lose access immediately. To come back, you need a new invitation.',
  confirmRemove: (email: string) => `Remove ${email} from the organization? They lose access immediately.`,
  confirmOwnRole: (role: string) => `Change your own role to ${role}? You can’t change it back yourself.`,
  confirmLogout: (email: string, school: string) =>
    `Log ${email} out of ${school} on all devices? They can log in again. Their account at other schools is not affected.`,
  noneThen: 'There were no members at that moment.',
  confirmRevoke: (email: string) => `Revoke the invitation of ${email}? Its link stops working immediately.`,
  onlyEmailedLink: 'Only the emailed link works. Resend it to get a new one.',
  confirmOwner: (email: string) => `Make ${email} an Owner? This can’t be undone: no one can change an Owner’s role.`,
} as const);
