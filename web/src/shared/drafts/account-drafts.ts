import { call } from '../api/calls.ts';
import { type Words, wordsIn } from './drafts.ts';
import type { AccountDraft } from './meet-drafts.ts';

/** Not with every letter. */
const WAIT_MS = 1500;
/** Longer ones are refused by every form, and by the account's drafts. */
const LONGEST = 20_000;

type Sent = (savedAt: string | null) => void;
interface Waiting<Form> {
  readonly form: Form;
  readonly words: Words | null;
  readonly onSent: Sent;
  readonly onFailed: (error: unknown) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Sends drafts to where they are kept for other devices: each form's in order, the newest only, and none too often. */
export function createSender<Form>(
  send: (form: Form, words: Words | null) => Promise<string | null>,
  waitMs = WAIT_MS,
) {
  const waiting = new Map<string, Waiting<Form>>();
  const sending = new Map<string, Promise<void>>();

  const sendNow = async (key: string): Promise<void> => {
    await sending.get(key);
    const next = waiting.get(key);
    if (!next) return;
    waiting.delete(key);
    clearTimeout(next.timer);
    // What does not arrive stays on this device, and is sent with the next letter or when the form is looked at again.
    const sent = send(next.form, next.words).then(next.onSent, next.onFailed);
    sending.set(key, sent);
    await sent;
    if (sending.get(key) === sent) sending.delete(key);
  };

  return {
    /** Null: there is no draft any more. */
    put(form: Form, words: Words | null, onSent: Sent, onFailed: Waiting<Form>['onFailed'] = () => undefined): void {
      const key = JSON.stringify(form);
      clearTimeout(waiting.get(key)?.timer);
      const timer = setTimeout(() => void sendNow(key), words === null ? 0 : waitMs);
      waiting.set(key, { form, words, onSent, onFailed, timer });
    },
    /** Sends at once what waits. */
    flush: async (): Promise<void> => {
      await Promise.all([...waiting.keys(), ...sending.keys()].map(sendNow));
    },
    /** The same of one form, before its draft is asked for: the answer would hold what has just been sent or thrown away. */
    flushOf: (form: Form): Promise<void> => sendNow(JSON.stringify(form)),
  };
}

/** A form's name as the server's drafts are called. */
const formOf = (name: string): string => name.replace(/[^\w:.~-]/g, '_').slice(0, 200);

const short = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).filter(([, word]) => typeof word !== 'string' || word.length <= LONGEST));

/**
 * Whose form it is: the server is told, because somebody else may have logged in with another tab of this browser
 * meanwhile.
 */
export interface FormOfPerson {
  readonly userId: string;
  readonly name: string;
}

export const accountDrafts = createSender(async ({ userId, name }: FormOfPerson, words) => {
  const body = { userId, values: words && short(words) };
  return (await call('PUT /api/drafts/{form}', { params: { form: formOf(name) }, body })).savedAt;
});

export async function findAccountDraft({ userId, name }: FormOfPerson): Promise<AccountDraft | null> {
  const { values, savedAt } = await call('GET /api/drafts/{form}', {
    params: { form: formOf(name) },
    query: { userId },
  });
  const words = wordsIn(values);
  return words && savedAt ? { words, savedAt } : null;
}
