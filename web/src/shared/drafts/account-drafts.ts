import { textOf } from '../../../../domain/application/field-value.ts';
import { call } from '../api/calls.ts';
import { type Words, wordsIn } from './drafts.ts';
import type { AccountDraft } from './meet-drafts.ts';

const WAIT_MS = 1500;
/** A long draft is sent less often. */
const WAIT_MS_PER_CHARACTER = 0.05;

type Sent = (savedAt: string | null) => void;
interface Waiting<Form> {
  readonly form: Form;
  readonly words: Words | null;
  readonly onSent: Sent;
  readonly onFailed: (error: unknown) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const waitFor = (words: Words): number =>
  Object.values(words).reduce((sum, word) => sum + textOf(word).length, 0) * WAIT_MS_PER_CHARACTER;

/** Sends drafts to the account: in order for each form, only the newest, debounced. */
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
    // A failed draft stays on this device. It is sent after the next change, or when the form is opened again.
    const sent = send(next.form, next.words).then(next.onSent, next.onFailed);
    sending.set(key, sent);
    await sent;
    if (sending.get(key) === sent) sending.delete(key);
  };

  return {
    /** Null deletes the draft. */
    put(form: Form, words: Words | null, onSent: Sent, onFailed: Waiting<Form>['onFailed'] = () => undefined): void {
      const key = JSON.stringify(form);
      clearTimeout(waiting.get(key)?.timer);
      const timer = setTimeout(() => void sendNow(key), words === null ? 0 : waitMs + waitFor(words));
      waiting.set(key, { form, words, onSent, onFailed, timer });
    },
    flush: async (): Promise<void> => {
      await Promise.all([...waiting.keys(), ...sending.keys()].map(sendNow));
    },
    /** Flushes one form before its draft is read, because the answer would miss what is waiting, or put meanwhile. */
    async flushOf(form: Form): Promise<void> {
      const key = JSON.stringify(form);
      do await sendNow(key);
      while (waiting.has(key) || sending.has(key));
    },
  };
}

/** Form names in the characters that the server allows. */
const formOf = (name: string): string => name.replace(/[^\w:.~-]/g, '_').slice(0, 200);

/** The server checks the person, because another person may have logged in with another tab. */
export interface FormOfPerson {
  readonly userId: string;
  readonly name: string;
}

export const accountDrafts = createSender(async ({ userId, name }: FormOfPerson, words) => {
  const body = { userId, values: words };
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
