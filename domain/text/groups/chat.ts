/** What a chat form says of an event unless the school has its own text; `domain/webhook/chat-message.ts` fills it. */
export const chat = /* @__PURE__ */ Object.freeze({
  ApplicationSubmitted: '{{firstName}} {{lastName}} applied to {{program}}.',
  DetailsSaved: '{{firstName}} {{lastName}} ({{program}}) saved answers.',
  EmailCorrected: 'The email address of {{firstName}} {{lastName}} ({{program}}) was corrected.',
  StatusChanged: '{{firstName}} {{lastName}} ({{program}}) moved from {{previousStatus}} to {{status}}.',
  UserLinked: '{{firstName}} {{lastName}} ({{program}}) added the application to an account.',
  AdminAssigned: '{{firstName}} {{lastName}} ({{program}}) was assigned to {{assignee}}.',
  PaymentPlanChosen: 'The payment plan of {{firstName}} {{lastName}} ({{program}}) is {{paymentPlan}}.',
  ApplicationTransferred: '{{firstName}} {{lastName}} was transferred from {{program}} to another program.',
  ApplicationCopied: '{{firstName}} {{lastName}} was transferred to {{program}}.',
  InterviewScheduled: '{{firstName}} {{lastName}} ({{program}}) scheduled an interview.',
  InterviewDetailsReceived: 'The interview of {{firstName}} {{lastName}} ({{program}}) is on {{interviewTime}}.',
  SolutionStarted: '{{firstName}} {{lastName}} ({{program}}) started {{assessment}}.',
  SolutionSubmitted: '{{firstName}} {{lastName}} ({{program}}) submitted {{assessment}}. Score: {{score}}.',
  'applicant.erased': 'The personal data of application {{referenceNumber}} ({{program}}) was erased.',
});
