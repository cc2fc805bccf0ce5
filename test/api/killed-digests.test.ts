import { expect, test } from 'vitest';
import { killWhileDigesting } from '../crash/digest-kills.ts';
import { describeEmbedded } from '../support/adapters.ts';

/** Fewer than a quick machine needs to send all: each process sends eight at once before its end. */
const KILLS = 7;
/** Each start takes seconds on a busy machine. */
const LIMIT_MS = 300_000;

describeEmbedded('the digest of a day', () => {
  test(
    'reaches each person as one email over kill -9 of the process that issues and sends it',
    async () => {
      const { kills, repeated, mostRepeated } = await killWhileDigesting('embedded', KILLS);
      expect(kills).toBe(KILLS);
      expect(repeated).toBeLessThanOrEqual(mostRepeated);
    },
    LIMIT_MS,
  );
});
