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
}

/** Sends mails. Two adapters: files and SMTP. Throws `MailRefused` for what no retry can mend, anything else otherwise. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** The receiving side will never take it: a wrong address, a refused sender. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** Says why without naming anybody: it becomes part of the log. */
  readonly code: string;
  constructor(code: string, cause: unknown) {
    super(`The mail was refused: ${code}`, { cause });
    this.code = code;
  }
}

/** What nodemailer takes. */
export const messageOf = ({ id, replyTo, ...mail }: Mail) => ({
  ...mail,
  ...(replyTo === null ? {} : { replyTo }),
  messageId: `<${id.replaceAll(':', '.')}@${mail.from.address.split('@')[1] ?? 'intake'}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
