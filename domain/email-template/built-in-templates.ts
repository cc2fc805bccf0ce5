import type { EmailText } from './email-text.ts';

export interface ActionWords {
  readonly label: string;
  readonly note: string;
}

export interface BuiltInTemplate extends EmailText {
  /** Set for an email with a link that opens an account or proves an email; else null. */
  readonly action: ActionWords | null;
  /** True if staff may also send it by hand; the others are about an account or an invitation. */
  readonly isAboutApplication: boolean;
  /** When the portal sends it, in the sentence that staff read. */
  readonly sentWhen: string;
}

/** Used until an organization changes a text, and without an organization. */
export const BUILT_IN_TEMPLATES = {
  applicationReceived: {
    name: 'Application received',
    action: {
      label: 'Confirm your email address',
      note: 'This link confirms that this email address is yours and adds your application to your account. It works once, for 7 days. If you did not apply, you can ignore this message.',
    },
    isAboutApplication: true,
    sentWhen: 'Sent when someone submits an application.',
    subject: 'We have received your application to {{orgName}}',
    body: `Hi {{firstName}},

Thank you for applying to {{orgName}}. We have received your application. You can view it at any time:

[See your application]({{applicationLink}})`,
  },
  interviewScheduled: {
    name: 'Interview scheduled',
    action: null,
    isAboutApplication: true,
    sentWhen: 'Sent when an applicant schedules an interview.',
    subject: 'Your interview with {{orgName}} is scheduled',
    body: `Hi {{firstName}},

Your interview with {{orgName}} is scheduled. You’ll find the date and the link to join in your application:

[See your application]({{applicationLink}})

If you cannot make it, please reply to this email.`,
  },
  passwordReset: {
    name: 'Password reset',
    action: {
      label: 'Set a new password',
      note: 'This link opens your account and sets a new password. It works once, for 20 minutes. When you use it, older links stop working. If you did not ask for it, you can ignore this message: your password stays the same.',
    },
    isAboutApplication: false,
    sentWhen: 'Sent when someone asks for a new password.',
    subject: 'Set a new password',
    body: `Hi,

Someone, probably you, asked to reset the password of the account {{email}}.`,
  },
  signUpInvitation: {
    name: 'Sign-up invitation',
    action: {
      label: 'Accept the invitation',
      note: 'This link accepts the invitation, and creates your account if you have none. It works once, for 14 days. If you do not recognize this school, you can ignore this message.',
    },
    isAboutApplication: false,
    sentWhen: 'Sent when you invite someone to work with your school.',
    subject: 'You are invited to {{orgName}}',
    body: `Hi,

{{orgName}} has invited you ({{email}}) to join its admissions team.`,
  },
  verifyEmail: {
    name: 'Verify e-mail',
    action: {
      label: 'Confirm your email address',
      note: 'This link confirms that this email address is yours. It works once, for 20 minutes. If you did not create an account, you can ignore this message.',
    },
    isAboutApplication: false,
    sentWhen: 'Sent when someone creates an account, or asks again for the link that confirms their email address.',
    subject: 'Confirm your email address',
    body: `Hi,

Someone, probably you, created an account with the email address {{email}}.`,
  },
} as const satisfies Record<string, BuiltInTemplate>;

export type BuiltInTemplateKey = keyof typeof BUILT_IN_TEMPLATES;
export const BUILT_IN_TEMPLATE_KEYS = Object.keys(BUILT_IN_TEMPLATES) as readonly BuiltInTemplateKey[] as [
  BuiltInTemplateKey,
  ...BuiltInTemplateKey[],
];
