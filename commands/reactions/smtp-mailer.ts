import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused, messageOf } from './mailer.ts';

const TIMEOUT_MS = 20_000;

/** Mails over SMTP (`smtp://` or `smtps://`). An answer of 500 to 599 is final (RFC 5321 §4.2.1). */
export function createSmtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        const { responseCode, code } = error as Error & { responseCode?: number; code?: string };
        const isFinal = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
        if (isFinal) throw new MailRefused(`SMTP ${responseCode}`, error);
        throw error;
      }
    },
  };
}
