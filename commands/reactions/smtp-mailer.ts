import { createTransport } from 'nodemailer';
import { isFinal, reasonOf } from './failure-reason.ts';
import { MailDelayed, type Mailer, MailRefused, messageOf } from './mailer.ts';

/** Shorter than a claim in the outbox holds: whoever takes a mail over must not find somebody still at it. */
const TIMEOUT_MS = 25_000;

export interface SmtpOptions {
  /** For everything together, from the connection to the server's last word. */
  readonly timeoutMs?: number;
  /** In place of what the address says. */
  readonly auth?: { readonly user: string; readonly pass: string };
  /** Says nothing to a server with which no encryption can be agreed upon. */
  readonly requiresTls?: boolean;
}

/** Mails over SMTP (`smtp://` or `smtps://`), each over a connection of its own. */
export function createSmtpMailer(
  url: string,
  { timeoutMs = TIMEOUT_MS, auth, requiresTls = false }: SmtpOptions = {},
): Mailer {
  const transport = createTransport({
    url,
    ...(auth ? { auth } : {}),
    requireTLS: requiresTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(timeoutMs) });
      } catch (error) {
        const reason = reasonOf(error, [mail.to, ...mail.names]);
        throw isFinal(error) ? new MailRefused(reason) : new MailDelayed(reason);
      }
    },
  };
}
