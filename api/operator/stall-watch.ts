import { OperationRefused } from '../runtime/operation-refused.ts';
import type { Progress } from './socket.ts';

const SAY_EVERY_MS = 10_000;
/** Longer than any step without progress, such as indexing a long log or waiting for another rebuild. */
const LIMIT_MS = 600_000;

/** Waits for a command: reports every ten seconds that nothing moves, and gives up after ten minutes. */
export interface StallWatch {
  /** Call for all progress, even repeated. */
  progressed(progress: Progress): void;
  /** A person may take any time to answer. */
  whileAsking<Answer>(ask: () => Promise<Answer>): Promise<Answer>;
  /** Settles like `work`; throws `OperationRefused` on giving up. */
  watch<Answer>(work: Promise<Answer>): Promise<Answer>;
}

export function createStallWatch(say: (line: string) => void, limitMs = LIMIT_MS): StallWatch {
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
    progressed({ label, done }) {
      const now = `${label} ${done}`;
      if (now !== last) begin();
      last = now;
      step = label;
    },
    async whileAsking(ask) {
      isAsking = true;
      try {
        return await ask();
      } finally {
        isAsking = false;
        begin();
      }
    },
    async watch(work) {
      const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
      const timer = setInterval(() => {
        if (isAsking) return;
        const now = performance.now();
        const what = step === '' ? 'an answer' : `"${step}" to continue`;
        if (now - since >= limitMs) {
          const minutes = Math.round((now - since) / 60_000);
          const advice = "Check the server's log, the stores and their disks, then run the command again.";
          giveUp(
            new OperationRefused(`There was no progress for ${minutes} minutes while waiting for ${what}. ${advice}`),
          );
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
