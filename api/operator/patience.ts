import { OperationRefused } from '../runtime/operation-refused.ts';
import type { Progress } from './socket.ts';

const SAY_EVERY_MS = 10_000;
/** Longer than any step takes that shows no progress: creating the index of a long log, waiting for another rebuild. */
const LIMIT_MS = 600_000;

/** Waits for a command, but not for ever: one that shows no progress is mentioned every ten seconds, and given up after ten minutes. */
export interface Patience {
  /** To be told of all progress, the same again included. */
  heard(progress: Progress): void;
  /** A person who is asked may take any time. */
  asking<Answer>(ask: () => Promise<Answer>): Promise<Answer>;
  /** Answers or fails like `work`; throws `OperationRefused` where it is given up. */
  within<Answer>(work: Promise<Answer>): Promise<Answer>;
}

export function createPatience(say: (line: string) => void, limitMs = LIMIT_MS): Patience {
  let since = performance.now();
  let said = since;
  let last = '';
  let step = '';
  let isAsking = false;
  const begin = () => {
    since = performance.now();
    said = since;
  };
  return {
    heard({ label, done }) {
      const now = `${label} ${done}`;
      if (now !== last) begin();
      last = now;
      step = label;
    },
    async asking(ask) {
      isAsking = true;
      try {
        return await ask();
      } finally {
        isAsking = false;
        begin();
      }
    },
    async within(work) {
      const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
      const timer = setInterval(() => {
        if (isAsking) return;
        const now = performance.now();
        const what = step === '' ? 'an answer' : `"${step}" to go on`;
        if (now - since >= limitMs) {
          const minutes = Math.round((now - since) / 60_000);
          const advice = 'Look at the log of the server, at the stores and their disks, then run the command again.';
          giveUp(new OperationRefused(`Nothing has moved for ${minutes} minutes while waiting for ${what}. ${advice}`));
        } else if (now - said >= SAY_EVERY_MS) {
          said = now;
          say(`Waiting for ${what}: ${Math.round((now - since) / 1000)} s without progress.`);
        }
      }, 1000);
      begin();
      return Promise.race([work, given]).finally(() => clearInterval(timer));
    },
  };
}
