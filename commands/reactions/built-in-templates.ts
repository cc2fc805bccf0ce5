import type { MailTemplate } from './render-template.ts';

/** What is sent until an organization has its own texts (D29). */
export const APPLICATION_RECEIVED: MailTemplate = {
  name: 'Application received',
  subject: 'We have received your application to {{orgName}}',
  body: `Hi {{firstName}},

Thank you for applying to {{orgName}}. We have received your application.

[Confirm your email address]({{actionLink}})

This confirms that the address {{email}} is yours, and brings your application to your account. The link works once, for 7 days.
You can look at your application at any time:

[See your application]({{applicationLink}})

If you did not apply, you can ignore this message.`,
};

export const PASSWORD_RESET: MailTemplate = {
  name: 'Password reset',
  subject: 'Set a new password',
  body: `Hi,

Somebody, probably you, has asked for a new password for the account with the address {{email}}.

[Set a new password]({{actionLink}})

The link works once, for 20 minutes. If you have asked more than once, only the newest link works.

If it was not you, you can ignore this message. Your password stays as it is.`,
};

export const VERIFY_EMAIL: MailTemplate = {
  name: 'Verify e-mail',
  subject: 'Confirm your email address',
  body: `Hi,

Somebody, probably you, has created an account with the address {{email}}.

[Confirm your email address]({{actionLink}})

The link works once, for 20 minutes. If it was not you, you can ignore this message.`,
};
