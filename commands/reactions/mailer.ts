export interface Attachment {
  readonly fileName: string;
  readonly content: Buffer;
}

export interface Mail {
  /** The outbox entry's; the Message-ID follows from it, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Sanitized. */
  readonly html: string;
  readonly attachments: readonly Attachment[];
  /** Names of whom it goes to: no reason for a failure repeats them. */
  readonly names: readonly string[];
}

/** Sends mails. Two adapters: files and SMTP. Throws `MailRefused`, `MailDelayed`, or what is a bug. */
export interface Mailer {
  /** The mail server and its port; null where there is none. */
  readonly host: string | null;
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

abstract class MailNotSent extends Error {
  /** Says why without naming anybody: it may become part of the log of events. */
  readonly reason: string;
  /** What the server answered, or the system: `SMTP 550`, `ECONNREFUSED`. */
  readonly code: string | null;
  constructor(message: string, reason: string, code: string | null) {
    super(`${message}: ${reason}`);
    this.reason = reason;
    this.code = code;
  }
}

/** The receiving side has no such recipient: another try would not change that. */
export class MailRefused extends MailNotSent {
  override readonly name = 'MailRefused';
  constructor(reason: string, code: string | null = null) {
    super('The recipient was refused', reason, code);
  }
}

/** It could not go out now; another try may succeed. */
export class MailDelayed extends MailNotSent {
  override readonly name = 'MailDelayed';
  /** The server has refused what the mail holds, so other mails may pass. */
  readonly isOfMessage: boolean;
  constructor(reason: string, code: string | null = null, { isOfMessage = false } = {}) {
    super('The mail could not be sent now', reason, code);
    this.isOfMessage = isOfMessage;
  }
}

/** What nodemailer takes. Addresses go in as they are, not as a list to be read: none becomes two. */
export const messageOf = ({ id, from, replyTo, to, subject, text, html, attachments }: Mail) => ({
  from,
  to: { name: '', address: to },
  ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
  subject,
  text,
  html,
  attachments: attachments.map(({ fileName, content }) => ({ filename: fileName, content })),
  messageId: `<${id.replaceAll(/[^\w.-]/g, '.')}@${from.address.split('@')[1] ?? 'intake'}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
