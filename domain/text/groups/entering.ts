export const entering = /* @__PURE__ */ Object.freeze({
  confirmEndDigest: 'Do you want to stop the daily digest? You will still get other emails.',
  forgotPassword: 'Forgot your password?',
  haveAccount: 'Already have an account?',
  invitationAccepted: 'This invitation has been accepted.',
  invitationNewest:
    'Only the newest link works. It expires after 14 days, or when you accept or decline. Ask the person who invited you for a new one.',
  invitationDeclined: 'You declined this invitation. You can close this page.',
  linkWorksOnce:
    'The link works once, for 20 minutes. If nothing arrives, check your spam folder, or send another link.',
  enterEmail: 'Enter the email of your account. We will send you a link to choose a new password.',
  loggedOutEverywhere: 'You will be logged out on all devices.',
  linkOfAnyone: (email: string) => `You are logged in as ${email}. The link may be for another account.`,
  linkEnded: 'A link works once and only for a short time. Your password has not changed.',
  confirmedNowPassword: 'Confirmed. Now choose a password.',
  onlyThisPassword: 'From now on, only this password opens your account.',
  emailConfirmed: 'Thank you, your email is confirmed.',
  linkWorksShortly: 'A link works once and only for a short time.',
  pressedBefore:
    ' If you have used this link before, your email is already confirmed. If not, log in and ask for a new link.',
  notAppliedYet: 'Haven’t applied yet?',
  confirmEmail: 'Confirm that this is your email address.',
  noAccountYet: 'No account yet?',
} as const);
