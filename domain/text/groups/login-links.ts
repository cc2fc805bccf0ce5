export const loginLinks = /* @__PURE__ */ Object.freeze({
  lead: 'Enter your email. We will send you a link and a code, and either of them logs you in without a password.',
  sent: 'Email sent. If you can log in this way with this address, the message contains a link and a code.',
  openHere:
    'Open the link in this browser, or enter the code here. Both work once, for 20 minutes. If nothing arrives, check your spam folder, or send another email.',
  codeHelp: 'Eight letters and digits from the email.',
  codeMissing: 'Enter the code from the email.',
  codeWrong: 'This code is wrong or no longer valid. After five wrong codes you need a new email.',
  otherBrowser:
    'This link works only in the browser where you asked for it. If you asked on another device, go back to it and enter the code from the email there. If you didn’t ask, ignore the email.',
  linkInvalid: 'This link is no longer valid. Use the newest email, or ask for another one.',
  press: 'Press the button to log in.',
  confirmOtherwise:
    'Confirm with your password. If you have none, set one with “Forgot your password?” on the login page.',
  codeSent:
    'We are emailing you a code. Enter it here. If it doesn’t arrive within a few minutes, check your spam folder, or send another email.',
  confirmHelp: 'Your account has no password, so we email you a code.',
  passwordSet: 'Your password has been set. You have been logged out on all other devices.',
  hasPassword: 'Your account already has a password.',
  setHelp: 'Your account has no password yet. You log in with an emailed link. You can also set a password here.',
  mails: /* @__PURE__ */ Object.freeze({
    link: /* @__PURE__ */ Object.freeze({
      subject: 'Log in to {{orgName}}',
      body: 'Hi,\n\nSomeone, probably you, asked to log in to {{orgName}} as {{email}} without a password.',
    }),
    code: (code: string) => `Your code: ${code}`,
    codeNote:
      'Enter it only on the page where you asked for it. It works once, for 20 minutes. If you did not ask for it, ignore this message and don’t share the code with anyone.',
    passwordEnds: 'Logging in also confirms this email address, and a password that was set earlier stops working.',
    action: /* @__PURE__ */ Object.freeze({
      label: 'Log in',
      note: 'This link logs you in, in the browser where you asked for it. It works once, for 20 minutes.',
    }),
    instead: /* @__PURE__ */ Object.freeze({
      subject: 'Log in with your password',
      body: 'Hi,\n\nSomeone, probably you, asked for a link to log in as {{email}}. Staff accounts and accounts with a second factor cannot log in by email.\n\nPlease log in with your password or a passkey. If you forgot your password, choose “Forgot your password?” on the login page. If you did not ask for a link, you can ignore this message.',
    }),
    confirmation: /* @__PURE__ */ Object.freeze({
      subject: 'Your code to confirm it’s you',
      body: 'Hi,\n\nYou asked for a code to confirm it’s you ({{email}}). If you did not, someone may be using your account: log in and log out all other devices under My account.',
    }),
    firstFactor: /* @__PURE__ */ Object.freeze({
      subject: 'Your code to add a second factor',
      body: 'Hi,\n\nYou asked for a code to add a second factor to your account ({{email}}). If you did not, another person knows your password: choose “Forgot your password?” on the login page and set a new one right away.',
    }),
    passwordSet: /* @__PURE__ */ Object.freeze({
      subject: 'Your account has a password now',
      body: 'A password was set for your account, which had none, and all other devices were logged out.\n\nIf this wasn’t you, choose “Forgot your password?” on the login page and set a new one right away.',
    }),
  }),
} as const);
