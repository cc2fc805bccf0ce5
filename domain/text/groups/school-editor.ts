export const schoolEditor = /* @__PURE__ */ Object.freeze({
  testsUseSaved: 'The tests use the saved settings.',
  recordHelp:
    'Add this record where you manage the domain. It can take a few hours to become visible; we check once a day. The team that runs the portal also sets up the certificate and tells you where to point the domain.',
  descriptionHelp: 'Shown above the list of your programs.',
  slugHelp: 'The end of the address of your programs: lower case letters, digits and hyphens.',
  subdomainHelp: 'The first part of your address on this portal.',
  domainHelp:
    'A domain that you own, such as apply.example.org. After saving, add a DNS record to show that you own it.',
  logoHelp: 'Shown at the top of every page.',
  iconHelp: 'Shown in the browser tab.',
  colorHelp: 'For links and buttons. We make a color darker or lighter if it would be hard to read.',
  zoneHelp: 'Determines the day on which payments fall due.',
  contactHelp: 'Shown to everyone on the page of your programs, and to applicants on theirs. You can use Markdown.',
  contractHelp: 'Shown to applicants while their status is CONTRACT SENT. You can use Markdown.',
  paymentHelp: 'Shown under *Payments* to applicants with open payments. You can use Markdown.',
  replyHelp: 'Replies to your emails go here. With a SendGrid key, emails are also sent from it.',
  sendGridHelp: 'Without one, the portal sends your emails under your school’s name.',
  calendlyHelp: 'Lets the portal read the time and the link of booked interviews.',
  googleHelp: 'Such as G-ABC123DEF4. Visits are reported to Google only while this is set.',
  facebookHelp: 'Digits only. Visits are reported to Facebook only while this is set.',
  ready: 'Your school is ready for applications.',
  readOnly: 'You can read these settings. Owners and Admins can change them.',
} as const);
