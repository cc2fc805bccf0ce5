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
  send(mail: Mail): Promise<void>;
}

/** The receiving side will never take it: a wrong address, a refused sender. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** Says why without naming anybody: it becomes part of the log. */
  readonly reason: string;
  constructor(reason: string) {
    super(`The mail was refused: ${reason}`);
    this.reason = reason;
  }
}

/** It could not go out now; another try may succeed. */
export class MailDelayed extends Error {
  override readonly name = 'MailDelayed';
  /** Says why without naming anybody. */
  readonly reason: string;
  constructor(reason: string) {
    super(`The mail could not be sent now: ${reason}`);
    this.reason = reason;
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
