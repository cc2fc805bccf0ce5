export const secondFactors = /* @__PURE__ */ Object.freeze({
  codeNeeded: 'Enter the code from your authenticator app, or a recovery code.',
  codeWrong: 'This code is wrong or was used before. Enter the newest code from your app.',
  tooManyCodes:
    'Too many wrong codes were entered for your account. Please wait a few minutes and try again. You don’t have to wait if you use a passkey, or log out and log in again.',
  setUpCodeWrong: 'This code is wrong, or the setup took longer than 30 minutes. Enter the newest code or start again.',
  emailFirst: 'Please confirm your email address first. Emails about your account go there.',
  alreadyAdded: 'Your account already has an authenticator app. Remove it before you add another one.',
  none: 'This account has no authenticator app.',
  removed: 'The authenticator app has been removed. We no longer ask for its codes.',
  lead: 'After your password, we ask for a code from an app on your phone, so your password alone is not enough to log in.',
  scan: 'Scan this code with an authenticator app, such as Google Authenticator, 1Password or Aegis.',
  shownOnce: (count: number) =>
    `Save these ${count} recovery codes now: they are shown only once. Each one logs you in once if you lose your phone.`,
  codesLeft: (left: number) =>
    left === 1 ? '1 recovery code left' : left === 0 ? 'No recovery codes left' : `${left} recovery codes left`,
  cannotScan: 'Can’t scan it? Enter this key in the app:',
  codeOfSetUp: 'The six digits that the app shows now.',
  confirmHelp: (minutes: number) => `Enter a code to continue. We won’t ask again for ${minutes} minutes.`,
  codeMissing: 'Enter a code from your app.',
  useCode: 'Use a code from your app',
  usePasskey: 'Use a passkey',
  confirmByFactor: 'Your account has a second factor. Confirm with a passkey, a code from your app or a recovery code.',
  eitherCode: 'From your authenticator app, or a recovery code.',
  renewHelp: 'From your authenticator app, or a recovery code. The old recovery codes stop working.',
  qrCode: 'QR code for your authenticator app',
  lost: 'Lost your phone and your recovery codes? If your account is for one school only, ask one of its Owners to reset your second factor. Otherwise ask the operator of this portal.',
  resetDone:
    'The second factor and all passkeys have been removed. This person has been logged out everywhere, their private calendar addresses no longer work, and they have been notified by email.',
  resetOwn: 'Remove your own second factor under My account.',
  resetElsewhere:
    'This account gives access beyond this school, so only the operator of this portal can reset its second factor. Until then, another passkey or a recovery code still works.',
  resetNone: 'This person has no second factor.',
  confirmReset: (email: string) =>
    `Reset the second factor of ${email}? This removes their authenticator app and all their passkeys. First make sure that the request is really from them, for example by calling them. Afterwards, they can log in with their password alone. They will be logged out everywhere, their private calendar addresses stop working, and they will be notified by email.`,
  mails: /* @__PURE__ */ Object.freeze({
    factorAdded: /* @__PURE__ */ Object.freeze({
      subject: 'An authenticator app was added to your account',
      body: 'From now on, we ask for a code from this app after your password.\n\nIf this wasn’t you, set a new password right away and log out all devices under My account.',
    }),
    factorRemoved: /* @__PURE__ */ Object.freeze({
      subject: 'The authenticator app was removed from your account',
      body: 'We no longer ask for its codes when you log in.\n\nIf this wasn’t you, set a new password right away and log out all devices under My account.',
    }),
    recoveryCodeUsed: (at: string, left: number) => ({
      subject: 'A recovery code of your account was used',
      body: `On ${at}, one of your recovery codes was used instead of a code from your app. ${left === 1 ? '1 code is' : `${left} codes are`} left. You can create new ones under My account.\n\nIf this wasn’t you, someone has your password and your codes: set a new password right away, create new recovery codes and log out all devices under My account.`,
    }),
    factorReset: /* @__PURE__ */ Object.freeze({
      subject: 'Your second factor was reset',
      body: 'An Owner of your school or the operator of the portal removed the authenticator app and all passkeys from your account, and you were logged out on all devices. You can now log in with your password alone. You can set them up again under My account.\n\nIf you didn’t ask for this, contact them and set a new password.',
    }),
    factorResetCalendars: /* @__PURE__ */ Object.freeze({
      subject: 'Your second factor was reset',
      body: 'An Owner of your school or the operator of the portal removed the authenticator app and all passkeys from your account, you were logged out on all devices, and the private addresses of your interview calendars were revoked. You can now log in with your password alone. You can set up a second factor and create new calendar addresses under My account.\n\nIf you didn’t ask for this, contact them and set a new password.',
    }),
  }),
} as const);
