export interface Attachment {
  readonly fileName: string;
  readonly content: Buffer;
}

export interface Mail {
  /** The outbox entry's id; the Message-ID derives from it, so that receivers detect repetitions. */
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
  /** The web address that ends such emails, for mail programs (RFC 2369, RFC 8058). */
  readonly unsubscribe?: string | undefined;
  /** No failure reason repeats them. */
  readonly names: readonly string[];
}

/** Throws `EmailRefused`, `EmailDelayed`, or another error for a bug. */
export interface Mailer {
  readonly host: string | null;
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

abstract class EmailNotSent extends Error {
  /** Names no person: it may be stored in the event log. */
  readonly reason: string;
  /** `SMTP 550`, `ECONNREFUSED`. */
  readonly code: string | null;
  constructor(message: string, reason: string, code: string | null) {
    super(`${message}: ${reason}`);
    this.reason = reason;
    this.code = code;
  }
}

/** The recipient does not exist: a retry is useless. */
export class EmailRefused extends EmailNotSent {
  override readonly name = 'EmailRefused';
  constructor(reason: string, code: string | null = null) {
    super('The recipient was refused', reason, code);
  }
}

export class EmailDelayed extends EmailNotSent {
  override readonly name = 'EmailDelayed';
  /** The server refused the content, so other emails may pass. */
  readonly isOfMessage: boolean;
  constructor(reason: string, code: string | null = null, { isOfMessage = false } = {}) {
    super('The email could not be sent now', reason, code);
    this.isOfMessage = isOfMessage;
  }
}

/** Addresses are objects, so that nodemailer never parses one into two. */
export const messageOf = ({ id, from, replyTo, to, subject, text, html, attachments, unsubscribe }: Mail) => ({
  from,
  to: { name: '', address: to },
  ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
  subject,
  text,
  html,
  attachments: attachments.map(({ fileName, content }) => ({ filename: fileName, content })),
  messageId: `<${id.replaceAll(/[^\w.-]/g, '.')}@${from.address.split('@')[1] ?? 'intake'}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe === undefined
      ? {}
      : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});
