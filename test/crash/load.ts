import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answered, ApplicationAnswer, Asked, CrashSchool } from './school.ts';

const WRITERS = 32;
/** A command is repeated this long after a 503 or a lost response: a process of a busy machine is back within it. */
const PATIENCE_MS = 120_000;
const RETRY_MS = 1000;
const SETTLE_MS = 60_000;
/** Number of answered commands that are repeated after a crash. */
const SAMPLE = 16;

interface Person {
  readonly email: string;
  applicationId?: string;
  readonly comments: string[];
}

interface Command extends Asked {
  readonly key: string;
  readonly onAnswered: (answer: ApplicationAnswer) => void;
  /** The part of the answer that a repeated command must return unchanged. */
  readonly essenceOf: (answer: ApplicationAnswer) => string | undefined;
}

/** 32 writers, and every promise made to them. */
export interface Load {
  readonly answered: number;
  /** Applicants whose submission was answered. */
  emails(): readonly string[];
  /** Retries after a 503 or a lost response. */
  readonly repeated: number;
  /** The longest wait of one try, with any result. */
  readonly slowestMs: number;
  /** The fastest command that was answered 200. */
  readonly quickestMs: number;
  readonly refusedLater: number;
  readonly unanswered: number;
  readonly refusal: string | undefined;
  /** A writer ends at its first failure, unless it `isInsistent`; `people` limits the applicants of each writer. */
  start(
    url: string,
    options?: { writers?: number; isInsistent?: boolean; pauseMs?: number; people?: number },
  ): { end(): void; ended: Promise<void> };
  /** Repeats the commands with an unknown result; each must now be answered. */
  repeatDoubtful(url: string): Promise<void>;
  /** Repeats some answered commands; each must return the same answer. */
  repeatAnswered(url: string): Promise<void>;
  /** Compares the server's state with its promises; throws at the first broken one. */
  compare(url: string): Promise<void>;
}

export function createLoad({ batchId, call }: CrashSchool): Load {
  const people: Person[] = [];
  const done: { command: Command; essence: string | undefined }[] = [];
  let doubtful: Command[] = [];
  let [answered, repeated, refusedLater, unanswered] = [0, 0, 0, 0];
  /** The newest answers, one per concurrent call, include the last event in the log. */
  const last: string[] = [];
  let refusal: string | undefined;
  let [slowestMs, quickestMs] = [0, Number.POSITIVE_INFINITY];

  const submission = (own: Person[]): Command => {
    const person: Person = { email: `${randomUUID()}@crash.example`, comments: [] };
    people.push(person);
    own.push(person);
    return {
      method: 'POST',
      path: '/api/applications',
      body: { batchId, firstName: 'Crash', email: person.email },
      key: randomUUID(),
      onAnswered: ({ _id }) => {
        person.applicationId = _id;
      },
      essenceOf: ({ _id }) => _id,
    };
  };
  const comment = ({ applicationId, comments }: Person): Command => {
    const message = `Comment ${randomUUID()}`;
    return {
      method: 'PUT',
      path: `/api/applications/${applicationId}`,
      body: { adminComments: [{ message }] },
      key: randomUUID(),
      onAnswered: () => comments.push(message),
      essenceOf: ({ adminComments = [] }) =>
        JSON.stringify(adminComments.filter((one) => one.message === message).map(({ _id }) => _id)),
    };
  };

  /** Returns whether it was answered; a refusal that no retry changes is a broken promise. */
  async function send(url: string, command: Command): Promise<boolean> {
    const sent = performance.now();
    let given: Answered<ApplicationAnswer>;
    try {
      given = await call<ApplicationAnswer>(url, command);
    } catch {
      unanswered += 1;
      return false;
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - sent);
    }
    const { status, answer, headers } = given;
    if (status === 503) {
      if (!headers.has('retry-after')) throw new Error(`503 without Retry-After: ${JSON.stringify(answer)}`);
      refusedLater += 1;
      refusal = (answer as unknown as { message: string }).message;
      return false;
    }
    if (status !== 200) throw new Error(`${command.path} answered ${status}: ${JSON.stringify(answer)}`);
    const position = headers.get('x-position');
    if (position !== null) last.push(position);
    if (last.length > WRITERS) last.shift();
    answered += 1;
    quickestMs = Math.min(quickestMs, given.ms);
    command.onAnswered(answer);
    // A lagging read model shows the write a moment later.
    if (!headers.has('x-read-model')) done.push({ command, essence: command.essenceOf(answer) });
    if (done.length > SAMPLE) done.shift();
    return true;
  }

  async function insist(url: string, command: Command): Promise<void> {
    const since = performance.now();
    while (!(await send(url, command))) {
      if (performance.now() - since > PATIENCE_MS)
        throw new Error(`${command.path} was not answered within ${PATIENCE_MS / 1000} s`);
      repeated += 1;
      await pause(RETRY_MS);
    }
  }

  return {
    get answered() {
      return answered;
    },
    get repeated() {
      return repeated;
    },
    get slowestMs() {
      return slowestMs;
    },
    get quickestMs() {
      return quickestMs;
    },
    get refusedLater() {
      return refusedLater;
    },
    get unanswered() {
      return unanswered;
    },
    get refusal() {
      return refusal;
    },

    emails: () => people.filter(({ applicationId }) => applicationId !== undefined).map(({ email }) => email),

    start(url, { writers = WRITERS, isInsistent = false, pauseMs = 0, people: most = Number.POSITIVE_INFINITY } = {}) {
      let isOver = false;
      const write = async () => {
        const own: Person[] = [];
        while (!isOver) {
          const known = own[Math.floor(Math.random() * own.length)];
          const isComment = known?.applicationId && (own.length >= most || Math.random() < 0.7);
          const command = isComment ? comment(known) : submission(own);
          if (isInsistent) await insist(url, command);
          else if (!(await send(url, command))) {
            doubtful.push(command);
            return;
          }
          if (pauseMs > 0) await pause(pauseMs * 2 * Math.random());
        }
      };
      const ended = Promise.all(Array.from({ length: writers }, write)).then(() => undefined);
      ended.catch(() => undefined);
      return {
        end() {
          isOver = true;
        },
        ended,
      };
    },

    async repeatDoubtful(url) {
      const again = doubtful;
      doubtful = [];
      repeated += again.length;
      await Promise.all(again.map((command) => insist(url, command)));
    },

    async repeatAnswered(url) {
      await Promise.all(
        done.map(async ({ command, essence }) => {
          const { status, answer } = await call<ApplicationAnswer>(url, command);
          const now = status === 200 ? command.essenceOf(answer) : `${status} ${JSON.stringify(answer)}`;
          if (now !== essence) throw new Error(`A repetition was answered ${now} instead of ${essence}`);
        }),
      );
    },

    async compare(url) {
      // A snapshot: the list that is read here may lack later writes.
      const promised = people.map((person) => ({ ...person, comments: [...person.comments] }));
      const answer = await listWhenCurrent({ call }, url, last.length > 0 ? last.join() : undefined);
      const byEmail = Map.groupBy(answer, ({ email }) => email);
      for (const { email, applicationId, comments } of promised) {
        const found = byEmail.get(email) ?? [];
        if (found.length > 1) throw new Error(`${email} applied twice`);
        if (applicationId && found[0]?._id !== applicationId) throw new Error(`The application of ${email} is lost`);
        const messages = (found[0]?.adminComments ?? []).map(({ message }) => message);
        if (new Set(messages).size !== messages.length) throw new Error(`A comment on ${email} stands twice`);
        const lost = comments.filter((message) => !messages.includes(message));
        if (lost.length > 0) throw new Error(`${lost.length} comments on ${email} are lost`);
      }
    },
  };
}

async function listWhenCurrent({ call }: Pick<CrashSchool, 'call'>, url: string, after: string | undefined) {
  const since = performance.now();
  for (;;) {
    const listed = await call<readonly ApplicationAnswer[]>(url, { method: 'GET', path: '/api/applications', after });
    if (listed.status === 200 && !listed.headers.has('x-read-model')) return listed.answer;
    if (performance.now() - since > SETTLE_MS) {
      throw new Error(`The list was not current within ${SETTLE_MS} ms: ${listed.status}`);
    }
    await pause(100);
  }
}
