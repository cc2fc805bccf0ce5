/** How much of the server one school, account or address can take while others ask for something, too (docs/decisions/0035). */

/** Milliseconds of work that a key earns in a second. */
const EARNED_PER_SECOND = 250;
/** What an idle key has saved up at most, and how far a key can run into debt, in milliseconds. */
const MOST_SAVED = 1000;
const MOST_OWED = 2000;
/** The debt of a key that nobody else has waited for: two seconds later it is paid. */
const MOST_OWED_ALONE = 500;
/** Work that takes as long as this costs twice its time: a long block holds up everybody, a short one hardly anybody. */
const DOUBLED_AT_MS = 20;
/** From here on a request is costly: a key has one of them under way at a time. */
const COSTLY_MS = 30;
/** A key counts as asking for so long after its last request. */
const ASKING_MS = 1000;
const MOST_WAITING = 64;
/** Longer than that nobody waits for an answer. */
const PATIENCE_MS = 10_000;
/** With so many keys those that are idle are forgotten. */
const KEPT_KEYS = 10_000;

/** Must be called once the answer has left, with what it has cost beyond what was foreseen. */
export type Leave = (furtherMs: number) => void;

export interface FairShares {
  /** Resolves when the request can start; with null where too many of its key wait already, or it has waited too long. */
  enter(key: string, costMs: number): Promise<Leave | null>;
}

interface Waiting {
  readonly costMs: number;
  readonly since: number;
  readonly start: (leave: Leave | null) => void;
}

interface Share {
  saved: number;
  /** When `saved` was right. */
  at: number;
  askedAt: number;
  costly: number;
  readonly waiting: Waiting[];
  timer: ReturnType<typeof setTimeout> | null;
}

/** For installations that turn all rate limits off. */
export const UNLIMITED: FairShares = { enter: async () => () => {} };

export function createFairShares(now: () => number = () => performance.now()): FairShares {
  const shares = new Map<string, Share>();
  /** The key that asked last, and the last one before it that is another. */
  let last = { key: '', at: Number.NEGATIVE_INFINITY };
  let other = last;

  const isAlone = (key: string, at: number): boolean => at - (last.key === key ? other : last).at > ASKING_MS;

  function shareOf(key: string, at: number): Share {
    const known = shares.get(key);
    if (known) {
      const earned = ((at - known.at) * EARNED_PER_SECOND) / 1000;
      known.saved = Math.min(MOST_SAVED, known.saved + earned);
      known.at = at;
      return known;
    }
    if (shares.size >= KEPT_KEYS) forgetIdle(at);
    const share: Share = { saved: MOST_SAVED, at, askedAt: at, costly: 0, waiting: [], timer: null };
    shares.set(key, share);
    return share;
  }

  function forgetIdle(at: number): void {
    for (const [key, { askedAt, costly, waiting }] of shares) {
      if (at - askedAt > PATIENCE_MS && costly === 0 && waiting.length === 0) shares.delete(key);
    }
  }

  const canStart = (key: string, share: Share, { costMs }: Waiting, at: number): boolean =>
    (costMs < COSTLY_MS || share.costly === 0) && (share.saved > 0 || isAlone(key, at));

  function pay(key: string, share: Share, price: number): void {
    const least = isAlone(key, share.at) ? -MOST_OWED_ALONE : -MOST_OWED;
    share.saved = Math.min(share.saved, Math.max(least, share.saved - price));
  }

  function start(key: string, share: Share, { costMs, start: begin }: Waiting): void {
    const isCostly = costMs >= COSTLY_MS;
    if (isCostly) share.costly += 1;
    pay(key, share, priceOf(costMs));
    begin((furtherMs) => {
      const standing = shareOf(key, now());
      if (isCostly) standing.costly -= 1;
      const further = priceOf(costMs + furtherMs) - priceOf(costMs);
      pay(key, standing, further);
      pump(key);
    });
  }

  function pump(key: string): void {
    const at = now();
    const share = shareOf(key, at);
    if (share.timer !== null) clearTimeout(share.timer);
    share.timer = null;
    for (let next = share.waiting[0]; next; next = share.waiting[0]) {
      if (at - next.since > PATIENCE_MS) next.start(null);
      else if (canStart(key, share, next, at)) start(key, share, next);
      else break;
      share.waiting.shift();
    }
    if (share.waiting.length === 0) return;
    const missingMs = (Math.max(0, -share.saved) * 1000) / EARNED_PER_SECOND;
    share.timer = setTimeout(() => pump(key), Math.min(ASKING_MS / 4, missingMs + 1));
    share.timer.unref();
  }

  return {
    enter(key, costMs) {
      const at = now();
      if (last.key !== key) other = last;
      last = { key, at };
      const share = shareOf(key, at);
      share.askedAt = at;
      if (share.waiting.length >= MOST_WAITING) return Promise.resolve(null);
      return new Promise((resolve) => {
        share.waiting.push({ costMs, since: at, start: resolve });
        pump(key);
      });
    },
  };
}

const priceOf = (ms: number): number => ms * (1 + ms / DOUBLED_AT_MS);
