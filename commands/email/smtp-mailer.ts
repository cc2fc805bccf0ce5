import querystring from 'node:querystring';
import { createTransport } from 'nodemailer';
import { TEXTS } from '../../domain/text/texts.ts';
import { codeOf, reasonOf, refusesMessage, refusesRecipient } from './failure-reason.ts';
import { EmailDelayed, EmailRefused, type Mailer, messageOf } from './mailer.ts';

/** Shorter than a claim in the outbox, so that attempts never overlap. */
const TIMEOUT_MS = 25_000;

export interface SmtpOptions {
  readonly timeoutMs?: number;
  readonly auth?: { readonly user: string; readonly pass: string };
  readonly requiresTls?: boolean;
  readonly signInRefused?: string;
}

export function createSmtpMailer(
  url: string,
  { timeoutMs = TIMEOUT_MS, auth, requiresTls = false, signInRefused = TEXTS.mail.signInRefused }: SmtpOptions = {},
): Mailer {
  const transport = createTransport({
    url,
    ...(auth ? { auth } : {}),
    requireTLS: requiresTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const { host, username, password } = new URL(url);
  const secrets = auth ? [auth.user, auth.pass] : [username, password].map((part) => querystring.unescape(part));
  return {
    host,
    async send(mail, signal) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        await transport.sendMail({ ...messageOf(mail), signal: signal ? AbortSignal.any([timeout, signal]) : timeout });
      } catch (error) {
        const hidden = [mail.to, ...mail.names, ...secrets];
        const reason = reasonOf(error, { hidden, signInRefused });
        if (refusesRecipient(error)) throw new EmailRefused(reason, codeOf(error));
        throw new EmailDelayed(reason, codeOf(error), { isOfMessage: refusesMessage(error) });
      }
    },
  };
}
