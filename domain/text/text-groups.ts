import { grouped } from './counted.ts';

// One group per part of the portal, marked as pure so that browsers load only the groups that they use.

/** Refusals that name the exceeded limit. */
export const quotas = /* @__PURE__ */ Object.freeze({
  preferences: (limit: string) => `Your preferences may take up ${limit} in all. Please reset some of them first.`,
  draft: (limit: string) => `A draft may take up ${limit}. Please shorten your answers or submit the form.`,
  drafts: (limit: string) => `Your drafts may take up ${limit} in all. Please submit or discard one of them first.`,
  draftCount: (limit: number) =>
    `Your account can hold ${limit} drafts. Please submit or discard one of the others first.`,
  uploadsToday: (limit: string) => `You can upload ${limit} a day. Please try again tomorrow.`,
  uploadsOfNetwork: (limit: string) =>
    `${limit} a day can be uploaded from your network without an account. Please log in, or try again tomorrow.`,
  uploads: (limit: string) => `Your files may take up ${limit} in all. Please delete files that you no longer need.`,
  filesOfApplication: (limit: string) =>
    `The files of one application may take up ${limit} in all. Please replace a file or upload a smaller one.`,
  answers: (limit: string) => `The answers of one application may take up ${limit} in all. Please shorten them.`,
  comments: (limit: number) =>
    `An application holds at most ${limit.toLocaleString('en')} comments. Please delete one first.`,
  commentsText: (limit: string) =>
    `The comments on one application may take up ${limit} in all. Please shorten this one or delete another.`,
  retakes: (limit: number) =>
    `An assessment can be retaken ${limit.toLocaleString('en')} times. That limit is reached.`,
  solutions: (limit: string) =>
    `The solutions of one application may take up ${limit} in all. Please shorten the answers.`,
  activity: (limit: number) =>
    `An application records at most ${limit.toLocaleString('en')} activities. That limit is reached.`,
  emails: (limit: number) =>
    `At most ${limit.toLocaleString('en')} emails can be sent to one application. That limit is reached.`,
  emailAgain: (limit: number) =>
    `An email can be sent again ${limit.toLocaleString('en')} times a day. Please try again tomorrow.`,
  emailsAgain: (limit: number) =>
    `A school can send ${limit.toLocaleString('en')} emails again a day. Please try again tomorrow.`,
  testEmails: (limit: number) =>
    `A school can send ${limit.toLocaleString('en')} test emails a day. Please try again tomorrow.`,
  testWebhooks: (limit: number) =>
    `A school can send ${limit.toLocaleString('en')} test events to webhooks a day. Please try again tomorrow.`,
  testCalendly: (limit: number) =>
    `A school can test its Calendly token ${limit.toLocaleString('en')} times a day. Please try again tomorrow.`,
  interviews: (limit: number) =>
    `An interview can be scheduled ${limit.toLocaleString('en')} times a day. Please try again tomorrow.`,
  changesToday: (limit: number) =>
    `You can make ${limit.toLocaleString('en')} changes a day to one document. Please try again tomorrow.`,
  changes: (limit: number) =>
    `You can make ${limit.toLocaleString('en')} changes to one document in all. That limit is reached.`,
  bulkToday: (limit: number) =>
    `You can start ${limit.toLocaleString('en')} changes of many applications a day. Please try again tomorrow.`,
  requestKeys: (limit: number) =>
    `You can send ${limit.toLocaleString('en')} requests with an Idempotency-Key a day. Please try again tomorrow.`,
  documents: (limit: number) =>
    `A school holds at most ${limit.toLocaleString('en')} documents of one kind, deleted ones included, since they can be restored.`,
  members: (limit: number) => `A school has at most ${limit.toLocaleString('en')} members. Please remove one first.`,
  invitations: (limit: number) =>
    `A school has at most ${limit.toLocaleString('en')} invitations at a time. Please revoke one first.`,
});

export const accounts = /* @__PURE__ */ Object.freeze({
  loginFailed: 'Failed to log in. Incorrect password or email. Please try again.',
  signUpPrompt: 'Sign up to enroll and track your enrollment',
  passwordTooShort: 'Please choose a password of at least 8 characters.',
  passwordTooLong: 'Please choose a password of at most 1,000 characters.',
  passwordTooCommon: 'This password is among the most common ones. Please choose another.',
  currentPasswordWrong: 'The current password is wrong.',
  emailInvalid: 'Please enter a valid email address.',
  tooManyAttempts: 'Too many attempts. Please wait a few minutes and try again.',
  noSuchAccount: (email: string) => `No account uses ${email}.`,
  signInFirst: 'Please log in first.',
  linkInvalid: 'This link is no longer valid. Please request a new one.',
  linkOfAnother: 'This link was sent to another email address.',
  resetLinkSent:
    'Email sent. If there is an account with this address, the message contains a link to set a new password.',
  verificationSent: 'Email sent. Unless your address is confirmed already, the message contains a link to confirm it.',
  appliedWith: (email: string) => `Applied with ${email}? Open the link we emailed you`,
  emailUnconfirmed: 'This email is not confirmed yet. Open the link that we emailed you when you signed up or applied.',
  passwordReset: 'Your password has been changed. You can log in with it now.',
  passwordChanged: 'Your password has been changed. You are logged out everywhere else.',
  sessionEnded: 'That device is logged out.',
  additionalDetailsNeedSignIn: 'To see additional details, please sign in.',
} as const);

export const access = /* @__PURE__ */ Object.freeze({
  notAllowed: 'You are not allowed to do this.',
  notFound: 'Not found.',
  keyUsed: 'This Idempotency-Key was already used for another request.',
  configRefused: 'Please log in to a valid creator account to access this page, or join an organization.',
  noOrganizationForUsers:
    'There is no organization for this domain. Please ensure that you have admin permissions for one.',
  requestFailed: (statusText: string) => `Request failed: ${statusText}`,
} as const);

export const enroll = /* @__PURE__ */ Object.freeze({
  pageTitle: (organization: string) => `Apply to join ${organization}`,
  noOpenBatches: 'Sorry, this school is not currently accepting applications for any of our programs.',
  viewMyApplication: 'View My Enrollment Application',
  thankYou: 'Thank you for providing your information!',
  notAccepting: 'This program is not accepting applications.',
  duplicate: "You've already applied to this batch with this email address. Please LOGIN to view your enrollment.",
  duplicateMark: "You've already applied to this batch with this email address",
  duplicateOf: (batch: string) => `You've already applied to ${batch}. Please log in to view your application.`,
  noAccountYet: 'No account yet? Create one with this email address and confirm it: then the application is yours.',
  confirmToView: 'Confirm your email address to view the application',
  accountOfEmail: 'The application belongs to the account with the email address that you applied with.',
  emailOfAnother: (email: string) =>
    `You are logged in as ${email}. Please apply with this email address, or log out to apply with another one.`,
  submitFailed: (message: string) => `Failed to submit: ${message}`,
  embeddingRefused: 'This program cannot be embedded',
} as const);

export const forms = /* @__PURE__ */ Object.freeze({
  requiredMissing: 'Please complete all required fields',
  uploadFailed: (field: string, file: string) =>
    `Failed to upload '${field}': ${file}. Please upload a choose a valid file and try again. Also check that the file size is under 2MB.`,
  whereDidYouHear: 'Where did you hear about our bootcamp?',
  whereDidYouHearOptions: Object.freeze([
    'Facebook',
    'Instagram',
    'LinkedIn',
    'Reddit',
    'YouTube',
    'Ads',
    'Google Search',
    'ChatGPT/Gemini/Claude/AI',
    'Onsite Events',
    'Reviews (Career Karma and Course Report)',
    'From a Friend/Family/Alumni',
    'Study International',
    'Others',
  ]),
  required: 'This field is required.',
  fileExpected: 'Please upload a file.',
  fileInvalid: 'This does not name an uploaded file. Please upload it again.',
  uploadPending: 'This file is still uploading. Please wait a moment, or cancel it.',
  textExpected: 'Please enter a text.',
  optionExpected: 'Please choose one of the options.',
  textTooLong: (limit: number) => `Please use at most ${limit.toLocaleString('en')} characters.`,
} as const);

export const files = /* @__PURE__ */ Object.freeze({
  exists: 'This file exists already.',
  deleted: 'The file has been deleted.',
  inUse: (users: readonly string[]) => `This file is in use by ${users.join(', ')}.`,
  inApplication: 'an application',
  inSolution: 'a solution',
  inDocument: (kind: string, name: string) => `the ${kind} '${name}'`,
  tooLarge: 'The request is larger than a file may be. Please choose a file under 2MB.',
  multipartExpected: 'Please send the file as multipart/form-data.',
  multipartInvalid: 'The request is not valid multipart/form-data.',
  oneExpected: 'Please send one file.',
  organizationMissing: 'A file needs an organization.',
  saveFirst: 'Please save this first, then upload files for it.',
  tooManyPixels: ({ width, height }: { readonly width: number; readonly height: number }) =>
    `This picture has ${grouped(width)} × ${grouped(height)} pixels. Please choose one of at most 5,000 × 5,000 pixels.`,
  uploadTypeUnknown: (types: readonly string[]) => `Please choose one of these: ${types.join(', ')}.`,
} as const);

export const secrets = /* @__PURE__ */ Object.freeze({
  isMasked: 'These dots only stand for a secret. Please enter the secret itself.',
  hasUnseen: 'This secret holds characters that nobody can see. Please copy it again without them.',
} as const);

export const applications = /* @__PURE__ */ Object.freeze({
  loadFailed: 'Could not load application. Are you logged in?',
  updateFailed: (message: string) => `Something went wrong updating the application: '${message}'`,
  transferTargetMissing: 'Please select a course to transfer the student to',
  transferFailed: (message: string) => `Something went wrong: ${message}`,
  transferDone: 'Enrollment has been transferred. A new application has been created in the selected batch.',
  transferredTo: (batch: string) => `Student transferred to ${batch}`,
  transferredFrom: (batch: string) => `Transferred from ${batch}`,
  emailSent: (template: string, email: string) => `Sent '${template}' to ${email}`,
  activityTimeInvalid: 'The time of an activity must be a date and time.',
  activityTimeOutside: 'The time of an activity must be between Nov 12, 2021 and now.',
  activitySince: 'Activity tracking began Nov 12, 2021.',
  erased: 'The personal data of this application has been erased.',
  locked: 'This application can no longer be changed.',
  commentNotOwn: 'You can only delete your own comments.',
  alreadyLinked: 'This application already belongs to another account.',
  statusUnknown: 'Please choose one of the statuses.',
  assigneeUnknown: 'Please choose an Owner or Admin of this organization.',
  planNotOffered: 'Please choose one of the payment plans on offer.',
  planIsFixed: 'The payment plan is part of the contract now. Please ask us to change it.',
  alreadyTransferred: 'This application has already been transferred.',
  requiredAnswersDone: (optionalLeft: number) => `Required answers done, ${optionalLeft} optional left`,
} as const);

export const bulk = /* @__PURE__ */ Object.freeze({
  noneChosen: 'Please choose at least one application.',
  tooMany: 'Please choose at most 5,000 applications at once.',
  actionUnknown: 'Please choose a status, an assignee or an email template.',
  transferOneByOne: 'Please transfer applications one by one: each of them needs a course.',
  isTransferred: 'It has been transferred to another course.',
  changedSince: 'It has been changed since.',
  emailSent: 'The email has been sent already.',
  failed: 'Something went wrong with this application. Please try it on its own.',
  noRows: 'Please send at least one row.',
  tooManyRows: 'Please send at most 50 rows at once.',
  importUndone: 'This import has been undone. Please start a new one.',
  importTooLarge: 'One import adds at most 5,000 applicants. Please start another one for the remaining rows.',
  alreadyApplied: 'This email already has an application to this program.',
  emailTwice: 'An earlier row has the same email.',
  rowTwice: 'Two rows have the same row number. Please give each row its own number.',
  applicantActed: 'The applicant has used it since.',
  /** `restored`: applications whose status had changed. */
  onlyStatusesRestored: (emails: number, restored: number) =>
    `${emails === 1 ? 'One email has' : `${emails} emails have`} been sent already${restored > 0 ? ': only statuses were restored.' : ' and cannot be cancelled.'}`,
} as const);

export const assessments = /* @__PURE__ */ Object.freeze({
  fetchFailed: 'Failed to fetch assessment',
  fetchApplicationFailed: 'Failed to fetch application. Are you logged in?',
  answerEveryQuestion: 'Answer every question to enable the Submit button.',
  confirmSubmit: 'Are you sure you want to submit? You cannot change your answers after submitting.',
  createFirst: 'The Create this assessment first before uploading an image',
  typeMissing: 'Please choose one of the types: quiz, project or external.',
  timeLimitInvalid: 'The time limit must be a whole number of minutes, at least 1.',
  urlInvalid: 'Please enter an address that starts with https:// or http://.',
  questionTwins: 'Two questions or options have the same _id.',
  questionPromptMissing: (number: number) => `Question ${number} needs a text.`,
  questionOptionsMissing: (number: number) => `Question ${number} needs at least one option.`,
  questionOptionsAlike: (number: number) => `Two options of question ${number} read the same.`,
  questionAnswerMissing: (number: number) => `Please mark at least one option of question ${number} as correct.`,
  questionImageInvalid: (number: number) => `The image of question ${number} has no valid address.`,
  questionTextTooLong: (number: number) => `A text of question ${number} is too long.`,
  notOffered: 'This assessment is not part of this application.',
  takenElsewhere: 'This assessment is on another site, which reports the result to us.',
  noQuestions: 'This quiz has no questions yet.',
  alreadySubmitted: 'You have already submitted this assessment.',
  isSubmitted: 'You cannot change your answers after submitting.',
  timeIsUp: 'The time for this quiz is up.',
  answerUnknown: (number: number) => `Please choose one of the options of question ${number}.`,
  submitsByFile: 'A project is submitted by uploading a file.',
  takesNoFile: 'Only a project takes a file.',
  notSubmitted: 'An assessment can be retaken once it has been submitted.',
  resultReceived: 'The result has been recorded.',
  resultKnown: 'This changes nothing.',
  resultUnmatched: 'No application with this email offers this assessment.',
  secretTooShort: 'A secret needs at least 16 characters, because anyone can guess at a shorter one.',
  senderRefused: 'The secret or the assessment is wrong.',
} as const);

export const batches = /* @__PURE__ */ Object.freeze({
  exists: 'This batch exists already.',
  slugInvalid:
    "Slug can only contain lower case a-z, digits 0-9 and the character '-'. Must be at least 6 characters long.",
  processMissing: 'This process does not exist.',
  assessmentMissing: 'This assessment does not exist.',
  statusMissing: 'A batch needs a status.',
  slugTaken: 'Another batch already uses this slug.',
  organizationMissing: 'Saving a batch needs an organization.',
  saveFailed: (message: string) => `Error occurred saving changes to batch: ${message}`,
  capacityInvalid: 'Capacity must be a whole number of at least 0.',
} as const);

export const organizations = /* @__PURE__ */ Object.freeze({
  exists: 'This organization exists already.',
  slugInvalid: "Slug can only contain lower case a-z, digits 0-9 and the character '-'.",
  subdomainInvalid: "Subdomain can only contain lower case a-z, digits 0-9 and the character '-'.",
  domainInvalid: 'Please enter a domain name such as apply.example.org.',
  domainOfPortal: 'This domain belongs to the portal itself. Please enter one of your own.',
  nameTaken: (name: string) => `'${name}' is already in use by another organization.`,
  domainMissing: 'Please enter a domain first.',
  domainNotProven: (name: string, value: string) =>
    `There is no TXT record ${value} at ${name} yet. Please create it where the domain is managed; it can take some hours until it is seen.`,
  dnsUnavailable: (domain: string) => `DNS gives no answer for ${domain} just now. Please try again in a few minutes.`,
  nameReserved: (name: string) => `'${name}' is reserved for the portal. Please choose another name.`,
  nameGivenUp: (name: string, freeOn: string) =>
    `Another organization gave up '${name}' less than a year ago. It is free again on ${freeOn}.`,
  timeZoneInvalid: 'Please choose a time zone such as Asia/Manila.',
  accentInvalid: 'Please enter a colour such as #0b7285.',
  senderInvalid: 'Please enter a valid email address.',
  googleIdTooLong: 'The Google Analytics id has at most 16 characters.',
  facebookIdTooLong: 'The Facebook pixel id has fewer than 18 characters.',
  statusLimitInvalid: (max: number) => `Please enter whole days from 1 to ${max}, or leave the status without a limit.`,
  statusLimitTwice: (status: string) => `${status} has two limits.`,
} as const);

export const members = /* @__PURE__ */ Object.freeze({
  ownerIsFixed: "is an Owner of this org. You cannot change an Owner's roles.",
  ownerIsFixedFor: (email: string) => `${email} is an Owner of this org. You cannot change an Owner's roles.`,
  onlyOwnersMakeOwners: 'Only an Owner can make someone an Owner.',
  lastOwner: 'This is the last Owner of this organization.',
  emailNotProven: 'This person has not confirmed their email yet.',
  notAnOwner: (email: string) => `${email} is not an Owner of this organization.`,
  notAMember: 'This person is not a member of this organization.',
  roleChangeFailed: (message: string) => `Something went wrong modifying roles: ${message}`,
  noInvites: 'You have no outstanding membership invites',
  alreadyAMember: 'This person is already a member. Change their role in the list of members.',
  invited: (email: string, role: string) => `We're emailing ${email} an invitation to join as ${role}.`,
  invitedAgain: (email: string) => `We're emailing ${email} a new link. The old one no longer works.`,
  removed: 'This person is no longer a member of this organization.',
  ownerSessions: 'Only an Owner can log out an Owner.',
  sessionsEnded: 'This person has to log in again to work for this school.',
  inviteRevoked: 'This invitation no longer works.',
  inviteAcceptedAlready: 'This invitation has been accepted. You can change or remove the new member in the list.',
  inviteDeclined: 'You declined the invitation.',
} as const);

export const paymentModels = /* @__PURE__ */ Object.freeze({
  inUse: (processes: readonly string[]) => `This payment model is in use by ${processes.join(', ')}.`,
  deleted: 'The payment model has been deleted.',
  currencyUnknown: 'Please enter the code of a currency such as PHP.',
  costOutOfRange: (highest: string) => `A cost must be between 0 and ${highest}.`,
  decimalsTooMany: (currency: string, digits: number) =>
    digits === 0
      ? `Amounts in ${currency} have no decimals.`
      : `Amounts in ${currency} have at most ${digits} decimals.`,
  wholeNumber: (name: string, lowest: number, highest: number) =>
    `${name} must be a whole number from ${lowest} to ${highest}.`,
  numbersInvalid: 'An error occurred parsing the numeric inputs. Check your values and try again',
  saveFailed: (message: string) => `Error occurred saving changes to payment model: ${message}`,
} as const);

export const payments = /* @__PURE__ */ Object.freeze({
  invoicePaid: 'This invoice has been paid.',
  invoiceVoid: 'This invoice is void.',
  accountMoved: 'This payment account moved with the transfer to another program.',
  otherCurrency: (currency: string) =>
    `Payments have been made in another currency. Please choose a payment plan in ${currency}.`,
} as const);

export const processes = /* @__PURE__ */ Object.freeze({
  inUse: (batches: readonly string[]) => `This process is in use by ${batches.join(', ')}.`,
  existsAlready: 'This process exists already.',
  deleted: 'The process has been deleted.',
  formTargetUnknown: 'A form goes to POST /api/applications or PUT /api/applications/:entryId.',
  nameInvalid: (name: string) => `'${name}' is not a field name: a letter, then letters, digits and _ (64 at most).`,
  nameReserved: (name: string) => `'${name}' is a reserved name.`,
  nameTwice: (name: string) => `'${name}' is listed twice.`,
  labelMissing: 'A process needs a label.',
  optionsMissing: 'A select needs at least one option.',
  emailMissing: "An application form needs a required field named 'email'.",
  emailHidden: 'Applicants give their email, so it cannot be for admins only.',
  emailIsText: 'An email is asked for as text.',
  builtInIsText: (name: string) => `'${name}' is a text: it cannot be a file.`,
  stepTwice: 'Another step already has this _id.',
  blockTwice: 'Another block of this step already has this _id.',
  impactChanged: 'Applications have changed meanwhile, so this change would do something else now. Please look again.',
  optionNotRenamed: 'Answers follow only an option that this change renames at its place.',
  embeddedNotSecure: 'An embedded page needs an address that starts with https://.',
  paymentModelMissing: 'This payment model does not exist.',
  conditionFieldUnknown: (name: string) =>
    name === '' ? 'Please name a field of this process.' : `'${name}' is not a field of this process.`,
  conditionNumberExpected: 'Please enter a number of assessments.',
  conditionValueMissing: 'Please enter a value to compare with.',
  notJson: (reason: string) => `This is not valid JSON: ${reason}`,
  tooDeep: 'This is nested too deeply for a process.',
  fileTooLarge: 'This file is too large for a process. Choose one under 1 MB.',
  repeatedName: (name: string) => `${JSON.stringify(name)} is given twice in the same object. Remove one of them.`,
  saveFailed: (message: string) => `Failed to save blob: ${message}`,
} as const);

export const scheduling = /* @__PURE__ */ Object.freeze({
  eventUriInvalid: 'This is not the address of an event that was scheduled.',
  tokenMissing: 'Please save an access token for Calendly first.',
  tokenRefused: 'Calendly refuses this access token.',
  unavailable: 'Calendly cannot be reached right now. Please try again in a moment.',
  testDone: (name: string) =>
    name === '' ? 'Calendly accepts the access token.' : `Calendly accepts the access token of ${name}.`,
} as const);

export const savedReports = /* @__PURE__ */ Object.freeze({
  confirmDelete: 'Are you sure you want to delete this report?',
  deleted: 'The report has been deleted.',
  eventMissing: 'Please choose what the report counts.',
  eventUnknown: 'Please choose among the events on offer.',
  tooManyEvents: (limit: number) => `A report can count at most ${limit} kinds of events.`,
  conditionInvalid: 'Please choose a field and its values for each condition.',
  conditionWithoutValue: 'Please choose at least one value for each condition.',
  tooManyConditions: (limit: number) => `A report can have at most ${limit} conditions.`,
  tooManyValues: (limit: number) => `A condition can have at most ${limit} values.`,
  tooLarge: 'The conditions are too long. Please use fewer or shorter values.',
  groupingInvalid: 'Please choose a field or a time to group by.',
  groupingTwice: 'Please choose two different groupings.',
  tooManyGroupings: (limit: number) => `A report can be grouped by at most ${limit} fields.`,
  measureInvalid: 'Please choose how to measure.',
  fieldUnavailable: (name: string) =>
    `'${name}' cannot be used in reports: it does not exist, or it is personal. Please choose another field.`,
  answerNotOffered: (label: string) => `Please choose the values of '${label}' among its present options.`,
  fieldOfOtherEvent: (label: string) => `None of the chosen events has '${label}'. Please choose another field.`,
  numberOnlySummed: (label: string) => `'${label}' is a number, which can only be added up.`,
  notANumber: (label: string) => `'${label}' is not a number, so it cannot be added up.`,
  programsOnlyCounted: 'Events of programs can only be counted.',
  currenciesMixed:
    'Amounts of different currencies cannot be added up. Please group by currency, or choose one currency.',
  adminOnly: 'This report would use data that only Owners and Admins see.',
  tooMany: (limit: number) => `A school has at most ${limit} saved reports. Please delete one first.`,
  numberUnknown: 'This is no number of a report.',
  numberChanged: 'This report has changed since it showed that number. Open it again to see the present one.',
  notBuilt: 'This report is still being built. Please try again when it is complete.',
  previewNewest: "The preview counts only the school's newest 1,000 events. The saved report counts all of them.",
  previewWithoutActivity: 'The preview does not read what applicants open and save. The saved report does.',
  nextChange: 'Change the report, or delete it.',
  nextDelete: 'Delete another report, or ask whoever runs this portal.',
  nextFault: 'Change the report, or ask whoever runs this portal to rebuild it.',
  portalFull: 'This portal keeps no more reports up to date. Please ask whoever runs it, or delete another report.',
});

export const webhooks = /* @__PURE__ */ Object.freeze({
  confirmDelete: 'Are you sure you want to delete this webhook?',
  saveFirst: 'Save your webhook then return here to test it out.',
  testDone: (response: string) => `Done: ${response}`,
  information: 'Currently only scheduling-service events are sent, unless you choose others.',
  chatExample: 'A chat service expects its message in a content field, for example:',
  testContent: (organization: string) => `Test event: the webhooks of ${organization} arrive here.`,
  targetInvalid: 'Please enter an address that starts with https:// or http://, without a name and password in it.',
  eventTypeUnknown: 'Please choose among the event types on offer.',
  deleted: 'The webhook has been deleted.',
  failures: Object.freeze({
    'invalid-address': 'The target URL is not a valid address.',
    'private-address': 'The target URL is in a private network, which webhooks cannot call.',
    'unknown-host': 'The host of the target URL cannot be found.',
    unreachable: 'The target URL cannot be reached.',
    'untrusted-certificate': 'The certificate of the target URL cannot be trusted.',
    'time-out': 'The target URL has not answered in time.',
  }),
} as const);

export const emailTemplates = /* @__PURE__ */ Object.freeze({
  nameReserved: (name: string) =>
    `'${name}' is a text that the portal sends automatically. Please choose another name.`,
  cannotDelete: (name: string) => `'${name}' is sent automatically and cannot be deleted.`,
  notByHand: (name: string) => `'${name}' is sent automatically when someone needs it.`,
  placeholderUnknown: (name: string, known: readonly string[]) =>
    `{{${name}}} is not a placeholder. Please use ${known.map((one) => `{{${one}}}`).join(', ')}.`,
  actionLinkAdded: 'Please remove {{actionLink}}: the portal adds the link itself, below this text.',
  tooManyAttachments: (limit: number) => `Please attach at most ${limit} files.`,
  testUnproven:
    'Test emails only go to a confirmed address. To confirm yours, open the link that we mailed you, or have it sent again.',
  testSent: (email: string) => `A test email has been sent to ${email}.`,
  testFailed: (reason: string) => `The test email could not be sent. ${reason}`,
  deleted: 'The template has been deleted.',
} as const);

export const mail = /* @__PURE__ */ Object.freeze({
  timedOut: 'The mail server did not answer in time.',
  unknownHost: 'The name of the mail server could not be found.',
  connectionRefused: 'The mail server refused the connection.',
  connectionLost: 'The connection to the mail server broke off.',
  badAnswer: 'The mail server answered with too much, or with something other than SMTP.',
  unreachable: 'The mail server could not be reached.',
  signInRefused: 'The mail server did not accept the sign-in.',
  schoolKeyRefused: "SendGrid did not accept the school's API key.",
  certificate: 'The certificate of the mail server is not trusted.',
  notSecure: 'No encrypted connection to the mail server could be made.',
  tooLarge: 'The email with its attachments is larger than the mail server accepts.',
  attachmentMissing: (fileName: string) => `The attachment '${fileName}' could not be found.`,
  notWritten: (code: string) => `The email could not be written to the outbox folder: ${code}.`,
  failed: 'The email could not be sent.',
  isQueued: 'The mail server has not accepted earlier emails yet.',
} as const);

export const lists = /* @__PURE__ */ Object.freeze({
  deleteFailed: (message: string) => `Failed to delete: ${message}`,
  attachmentFailed: (message: string) => `Failed with error ${message}`,
} as const);

export const requests = /* @__PURE__ */ Object.freeze({
  invalid: 'Some values are not valid.',
  valueInvalid: 'This value is not valid.',
  moreErrors: (count: number) =>
    `${count.toLocaleString('en')} more ${count === 1 ? 'value is' : 'values are'} not valid.`,
  objectExpected: 'Please send a JSON object.',
  idInvalid: 'This is not an id.',
  busy: 'The server is busy with other requests. Nothing was lost; please try again in a few seconds.',
  stopping: 'The server stopped before this was done. Please try again in a few seconds.',
  positionUnknown: 'This is no moment and no position that an answer gave.',
  pastTooFar:
    'Too much has changed since this moment to show all of it at once. Please choose a later moment or fewer programs.',
  pastIsFixed: 'The past can only be looked at. Leave out asOf to change what is there today.',
  hasNoPast: 'This call answers for today only. Please leave out asOf.',
  entryUnknown: 'after must be the id of an entry of this list. Please read the list again from its beginning.',
  positionInvalid: 'X-Min-Position must be a position, as in X-Position.',
  addressTooLong: (limit: number) =>
    `The address is too long. It can have at most ${limit.toLocaleString('en')} characters.`,
  headersTooLarge: (kilobytes: number) =>
    `The address and the headers are too large. Together they can have at most ${kilobytes} kB.`,
  tooSlow: 'The request did not arrive in time. Please try again.',
  tooScattered: (bytes: number) =>
    `The body arrives in too many small pieces. Please send it in pieces of at least ${bytes} bytes.`,
  malformed: 'The request is malformed.',
  instantExpected: 'Please enter a date and time such as 2026-03-01T09:00:00Z.',
  oneOf: (values: readonly string[]) => `Please choose one of these: ${values.join(', ')}.`,
  unstorable: Object.freeze({
    nul: 'This contains a NUL character, which cannot be saved. Please remove it.',
    half: 'This contains one half of a character (a lone surrogate), which cannot be saved. Please enter it again.',
    tooDeep: (limit: number) => `This is nested more than ${limit} levels deep, which cannot be saved.`,
    tooLarge: (limit: number) =>
      `This is too large to be saved. Encrypted and with all that changes with it, it can take ${limit.toLocaleString('en')} bytes. Please shorten it.`,
    other: 'This contains a value or a name that cannot be saved.',
  }),
  tooManyListeners: 'Too many pages are open at once. Reload this page to see changes.',
  tooMany: (limit: number) => `Please send at most ${limit.toLocaleString('en')} of these.`,
  tooManyAtOnce: 'Too many requests are waiting. Please try again in a moment.',
  tooManyIds: (limit: number) => `Please name at most ${limit} ids at once.`,
  listTooLong: (limit: number, count: number) =>
    `This can have at most ${limit.toLocaleString('en')} entries. It has ${count.toLocaleString('en')}.`,
  atMost: (limit: number | bigint) => `Please enter at most ${limit.toLocaleString('en')}.`,
  atLeast: (limit: number | bigint) => `Please enter at least ${limit.toLocaleString('en')}.`,
  expected: Object.freeze({
    string: 'This must be a text.',
    number: 'This must be a number.',
    int: 'This must be a whole number.',
    boolean: 'This must be true or false.',
    array: 'This must be a list.',
    object: 'This must be an object.',
  }),
} as const);

export const privacy = /* @__PURE__ */ Object.freeze({
  erasedHere: 'The personal data of this person has been erased from this organization.',
  accountDeleted: 'Your account and everything about you has been erased.',
  nobodyHere: 'This email address is not known here.',
  nobodyAnywhere: (email: string) => `${email} is not known.`,
  lastOwner: (organization: string) =>
    `${organization} would be left without an Owner. Make someone else an Owner first.`,
  whoMissing: 'Please name a person by an email address or by an application.',
  passwordWrong: 'Wrong password.',
  notCaughtUp: 'Nothing has been erased, because some pages are still catching up. Please try again in a moment.',
  quarantined:
    'Nothing has been erased, because the portal cannot find everything of this person now. Please tell its operator, who can repair that.',
} as const);

export const documents = /* @__PURE__ */ Object.freeze({
  existsAlready: 'This exists already.',
  deleted: 'This has been deleted.',
  slugLikeId: 'A slug cannot look like a generated code. Please choose another one.',
  changedMeanwhile: (field: string) => `Someone else has changed ${field} in the meantime.`,
  changedMark: 'Someone else has changed ',
  busy: 'Someone else is changing this right now. Please try again.',
  tooMany: (owner: string, limit: string, items: string, count: string) =>
    `${owner} can have at most ${limit} ${items}. It has ${count}.`,
  versionUnknown: 'This version is not known. Please reload and try again.',
  valueRequired: (field: string) => `${field} needs a value.`,
} as const);

export const audit = /* @__PURE__ */ Object.freeze({
  exportRecorded: 'The download is recorded in the audit log.',
} as const);

export const reports = /* @__PURE__ */ Object.freeze({
  selectCourses: 'Please select courses to view trends',
  nothingInPeriod: 'No applications found for selected time period',
  nothingAfterOpening: 'No applications found after batch opening dates',
  bothDates: 'Please select both start and end dates for the custom date range.',
  datesInOrder: 'Start date must be before or equal to end date.',
  rangeTooLong: (years: number) => `Choose at most ${years} years.`,
  yearUnknown: (first: string, last: string) => `Choose days between ${first} and ${last}.`,
  tooManyApplications: (count: number, most: number) =>
    `These courses have ${grouped(count)} applications, and this report reads at most ${grouped(most)}. Choose fewer courses.`,
  rulesUnknown: 'These rules are not complete. Choose them again.',
  nobodyApplied: 'Nobody has applied to these courses yet',
  chooseOthers: 'Choose other courses to see how their applications went.',
  positionUnknown: 'This moment of the past is not known. Open the report again.',
} as const);

export const readModels = /* @__PURE__ */ Object.freeze({
  reasonMissing: 'Please enter a reason.',
  erasureStays: 'An erasure cannot be skipped: the person would stay in the read model.',
  tooManySkipped: (count: number) => `This read model already skips ${count} events. It needs a new version instead.`,
  eventUnknown: 'This event is not in the log.',
  /** Without its position, which would show a school how much happens elsewhere. */
  skipped: (count: number, eventType: string, day: string, reason: string) =>
    `${count === 1 ? `One ${eventType} has` : `${count} ${eventType} have`} been left out since ${day}: ${reason}`,
} as const);
