import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { TEXTS } from '../../domain/text/texts.ts';
import { EmailDelayed, type Mailer, messageOf } from './mailer.ts';

export const emailFileName = (id: string): string => `${id.replaceAll(/[^\w.-]/g, '.')}.eml`;

export function createFileMailer(directory: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    host: null,
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail));
      const file = join(directory, emailFileName(mail.id));
      try {
        await mkdir(directory, { recursive: true });
        await writeFile(`${file}.tmp`, message as Buffer, { mode: 0o600 });
        await rename(`${file}.tmp`, file);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new EmailDelayed(TEXTS.mail.notWritten(code ?? 'unknown'), code);
      }
    },
  };
}
