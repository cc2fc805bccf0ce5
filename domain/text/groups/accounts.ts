export const accounts = /* @__PURE__ */ Object.freeze({
  loginFailed: 'Failed to log in. Incorrect password or email. Please try again.',
  signUpPrompt: 'Sign up to enroll and track your enrollment',
  passwordTooShort: 'Please choose a password of at least 8 characters.',
  passwordTooLong: 'Please choose a password of at most 1,000 characters.',
  passwordTooCommon: 'This password is too common. Please choose another.',
  currentPasswordWrong: 'The current password is wrong.',
  emailInvalid: 'Please enter a valid email address.',
  nameTooLong: (limit: number) => `Please choose a name of at most ${limit} characters.`,
  nameIsEmail: 'Enter a name, not an email address.',
  nameInvalid: 'Enter a name in one alphabet: letters, digits, spaces, hyphens, apostrophes and full stops.',
  nameReserved: 'This name can’t be used. Please choose another.',
  nameChanged: (name: string) => `Saved. Colleagues see you as ${name}.`,
  nameRemoved: 'Saved. Colleagues see your email.',
  tooManyAttempts: 'Too many attempts. Please wait a few minutes and try again.',
  emailsThisHour: /* @__PURE__ */ Object.freeze({
    'login-link': (minutes: number) =>
      `Too many login links were requested for this address today. Please try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}. You don’t have to wait if you log in with a password or a passkey, if you choose “Forgot your password?”, or if you ask in a browser where you logged in before. If you have no account yet, sign up.`,
    'reset-link': (minutes: number) =>
      `Too many emails were requested for this address today. Use the newest one, whose link works in any browser for 20 minutes, or try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}. You don’t have to wait if you log in with a passkey, or if you ask in a browser where you logged in before.`,
  }),
  lockedOut:
    'Too many attempts. Please wait a few minutes and try again. You don’t have to wait if you log in with a passkey or set a new password with “Forgot your password?”.',
  noSuchAccount: (email: string) => `No account uses ${email}.`,
  loggedOut: 'You have been logged out.',
  unconfirmed: 'Confirm it’s you, then try again.',
  noPassword: 'This account has no password yet. You can set one under My account.',
  signInFirst: 'Please log in first.',
  linkInvalid: 'This link is no longer valid. Please request a new one.',
  linkOfAnother: 'This link was sent to another email address.',
  resetLinkSent:
    'Email sent. If there is an account with this address, the message contains a link to set a new password.',
  verificationSent: 'Email sent. If your address is not confirmed yet, the message contains a link to confirm it.',
  appliedWith: (email: string) => `Applied with ${email}? Open the link we emailed you to see your application.`,
  emailConfirmed: 'Your email address is confirmed.',
  emailUnconfirmed: 'This email is not confirmed yet. Open the link that we emailed you when you signed up or applied.',
  passwordReset: 'Your password has been changed. You can log in with it now.',
  passwordChangedMail: /* @__PURE__ */ Object.freeze({
    subject: 'Your password was changed',
    body: 'The password of your account was changed, and all other devices were logged out.\n\nIf this wasn’t you, choose “Forgot your password?” on the login page and set a new one right away.',
  }),
  passwordChangedCalendarsMail: /* @__PURE__ */ Object.freeze({
    subject: 'Your password was changed',
    body: 'The password of your account was changed, and all other devices were logged out. The private addresses of your interview calendars still work. You can revoke them under My account.\n\nIf this wasn’t you, choose “Forgot your password?” on the login page and set a new one right away. This also revokes the calendar addresses.',
  }),
  passwordResetCalendarsMail: /* @__PURE__ */ Object.freeze({
    subject: 'Your password was changed',
    body: 'The password of your account was changed, all devices were logged out, and the private addresses of your interview calendars were revoked. You can create new ones under My account.\n\nIf this wasn’t you, choose “Forgot your password?” on the login page and set a new one right away.',
  }),
  securityMails: /* @__PURE__ */ Object.freeze({
    newDevice: (device: string, at: string) => ({
      subject: 'New login to your account',
      body: `We noticed a login to your account from a device or network that we have not seen before: ${device}, on ${at}.\n\nIf this was you, you don’t need to do anything. If it wasn’t, set a new password right away and log out all devices under My account.`,
    }),
    lockedOut: (at: string) => ({
      subject: 'Too many attempts to log in to your account',
      body: `On ${at}, a wrong password or code was entered for your account so many times that we blocked further attempts from the same place for 15 minutes. No one got in.\n\nIf this was you, wait or choose “Forgot your password?” on the login page. If it wasn’t, make sure that you don’t use this password anywhere else. We send this email at most once a day.`,
    }),
    lockedOutInSession: (at: string) => ({
      subject: 'Too many wrong passwords or codes in your account',
      body: `On ${at}, a person who is logged in to your account entered a wrong password or code so many times that we blocked further attempts for 15 minutes.\n\nIf this was you, please wait. If it wasn’t, another person is using your account: set a new password with “Forgot your password?” on the login page, which logs out all devices. We send this email at most once a day.`,
    }),
  }),
  passwordChanged: 'Your password has been changed. You have been logged out on all other devices.',
  calendarsStillWork:
    'Your private calendar addresses still work. If someone else may know them, revoke them under “Interviews in your calendar”.',
  calendarsRevoked: 'Your private calendar addresses have been revoked.',
  otherSessionsEnded: 'All other devices have been logged out.',
  sessionEnded: 'The device has been logged out.',
  additionalDetailsNeedSignIn: 'To see additional details, please sign in.',
} as const);
