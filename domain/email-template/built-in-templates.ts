import type { MailTemplate } from './mail-template.ts';

/** A text that the portal itself sends, under a name that nobody can change (D29). */
export interface BuiltInTemplate extends MailTemplate {
  /** The mail is of no use without `{{actionLink}}`. */
  readonly needsActionLink: boolean;
  /** It is about an application, so staff may also send it by hand; the others are about an account or an invitation. */
  readonly isAboutApplication: boolean;
}

/** What is sent until an organization has words of its own, and wherever there is no organization. */
export const BUILT_IN_TEMPLATES = {
  applicationReceived: {
    name: 'Application received',
    needsActionLink: true,
    isAboutApplication: true,
    subject: 'We have received your application to {{orgName}}',
    body: `Hi {{firstName}},

Thank you for applying to {{orgName}}. We have received your application.

[Confirm your email address]({{actionLink}})

This confirms that the address {{email}} is yours, and brings your application to your account. The link works once, for 7 days.
You can look at your application at any time:

[See your application]({{applicationLink}})

If you did not apply, you can ignore this message.`,
  },
  interviewScheduled: {
    name: 'Interview scheduled',
    needsActionLink: false,
    isAboutApplication: true,
    subject: 'Your interview with {{orgName}} is scheduled',
    body: `Hi {{firstName}},

Your interview with {{orgName}} is scheduled. Its date and the link to join stand in your application:

[See your application]({{applicationLink}})

If you cannot make it, please answer this message.`,
  },
  passwordReset: {
    name: 'Password reset',
    needsActionLink: true,
    isAboutApplication: false,
    subject: 'Set a new password',
    body: `Hi,

Somebody, probably you, has asked for a new password for the account with the address {{email}}.

[Set a new password]({{actionLink}})

The link works once, for 20 minutes. If you have asked more than once, only the newest link works.

If it was not you, you can ignore this message. Your password stays as it is.`,
  },
  signUpInvitation: {
    name: 'Sign-up invitation',
    needsActionLink: true,
    isAboutApplication: false,
    subject: 'You are invited to {{orgName}}',
    body: `Hi,

{{orgName}} has invited the address {{email}} to work with them on their admissions.

[Accept the invitation]({{actionLink}})

The link works once, for 14 days. If you do not know {{orgName}}, you can ignore this message.`,
  },
  verifyEmail: {
    name: 'Verify e-mail',
    needsActionLink: true,
    isAboutApplication: false,
    subject: 'Confirm your email address',
    body: `Hi,

Somebody, probably you, has created an account with the address {{email}}.

[Confirm your email address]({{actionLink}})

The link works once, for 20 minutes. If it was not you, you can ignore this message.`,
  },
} as const satisfies Record<string, BuiltInTemplate>;

export type BuiltInTemplateKey = keyof typeof BUILT_IN_TEMPLATES;
export const BUILT_IN_TEMPLATE_KEYS = Object.keys(BUILT_IN_TEMPLATES) as readonly BuiltInTemplateKey[] as [
  BuiltInTemplateKey,
  ...BuiltInTemplateKey[],
];
