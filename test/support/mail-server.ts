import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail extends Omit<Email, 'sender'> {
  readonly sender: string;
  readonly recipients: readonly string[];
  /** The credentials of the sender; null without. */
  readonly signedInAs: { readonly user: string; readonly password: string } | null;
  readonly raw: string;
}

type Stage = 'greeting' | 'sender' | 'recipient' | 'content' | 'signIn';

/** A real mail server, which accepts everything by default. */
export interface MailServer {
  readonly url: string;
  readonly mails: readonly ReceivedEmail[];
  to(email: string): readonly ReceivedEmail[];
  /** From now on, at this stage; `null`: no answer. */
  answer(stage: Stage, answer: { readonly code: number; readonly text: string } | null): void;
  recover(): void;
  close(): Promise<void>;
}

/** `hasTls`: STARTTLS with an untrusted certificate. */
export async function startMailServer({ hasAuth = false, hasTls = false } = {}): Promise<MailServer> {
  const mails: ReceivedEmail[] = [];
  const answers = new Map<Stage, { code: number; text: string } | null>();
  const at = (stage: Stage, callback: (error?: Error | null) => void, otherwise: () => void): void => {
    const answer = answers.get(stage);
    if (answer === undefined) otherwise();
    else if (answer) callback(Object.assign(new Error(answer.text), { responseCode: answer.code }));
  };
  const known = new Map<string, ReceivedEmail['signedInAs']>();

  const server = new SMTPServer({
    disabledCommands: [...(hasTls ? [] : ['STARTTLS']), ...(hasAuth ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    authOptional: !hasAuth,
    logger: false,
    onConnect: (_session, callback) => at('greeting', callback, callback),
    onAuth: ({ username, password }, session, callback) =>
      at('signIn', callback, () => {
        known.set(session.id, { user: username ?? '', password: password ?? '' });
        callback(null, { user: username ?? '' });
      }),
    onMailFrom: (_address, _session, callback) => at('sender', callback, callback),
    onRcptTo: (_address, _session, callback) => at('recipient', callback, callback),
    async onData(stream, session, callback) {
      const raw = await buffer(stream).catch(() => null);
      // The client went away in the middle of the message.
      if (raw === null) return callback();
      at('content', callback, async () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          ...(await PostalMime.parse(raw)),
          sender: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          signedInAs: known.get(session.id) ?? null,
          raw: raw.toString(),
        });
        callback();
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    to: (email) => mails.filter(({ recipients }) => recipients.includes(email)),
    answer: (stage, answer) => void answers.set(stage, answer),
    recover: () => answers.clear(),
    async close() {
      for (const connection of server.connections) connection.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
