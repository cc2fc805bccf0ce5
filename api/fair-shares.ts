/** How much of the server one school, account or address can take while others ask for something, too (docs/decisions/0035). */

/** From here on a request is costly: a bearer has one of them under way at a time. */
const COSTLY_MS = 30;
/** Milliseconds of work that a bearer earns in a second, apart for each lane: after a costly request the small ones still go. */
const EARNED = { small: 150, costly: 100 } as const;
type Lane = keyof typeof EARNED;
/** How many seconds' earnings an idle bearer has saved up at most, and how many a bearer can owe. */
const MOST_SAVED = 4;
const MOST_OWED = 10;
/** The debt of a bearer that nobody else has waited for. */
const MOST_OWED_ALONE = 2;
/** Work that takes as long as this costs twice its time: a long block holds up everybody, a short one hardly anybody. */
const DOUBLED_AT_MS = 8;
/** A bearer counts as asking for so long after its last request. */
const ASKING_MS = 1000;
const MOST_WAITING = 64;
/** Longer than that nobody waits for an answer. */
const PATIENCE_MS = 12_000;
/** With so many shares those that are idle are forgotten. */
const KEPT_SHARES = 10_000;

/** Must be called once the answer has left, with what it has cost beyond what was foreseen. */
export type Leave = (furtherMs: number) => void;

export interface FairShares {
  /** Resolves when the request can start; with null where too many of its bearer's wait already, or it has waited too long. */
  enter(bearer: string, costMs: number): Promise<Leave | null>;
}

interface Waiting {
  readonly costMs: number;
  readonly since: number;
  readonly start: (leave: Leave | null) => void;
}

interface Share {
  readonly bearer: string;
  readonly lane: Lane;
  saved: number;
  /** When `saved` was right. */
  at: number;
  underWay: number;
  readonly waiting: Waiting[];
  timer: ReturnType<typeof setTimeout> | null;
}

/** For installations that turn all rate limits off. */
export const UNLIMITED: FairShares = { enter: async () => () => {} };

export function createFairShares(now: () => number = () => performance.now()): FairShares {
  const shares = new Map<string, Share>();
  /** Who asked last, and who was the last one before it that is another. */
  let last = { bearer: '', at: Number.NEGATIVE_INFINITY };
  let other = last;

  const isAlone = (bearer: string, at: number): boolean => at - (last.bearer === bearer ? other : last).at > ASKING_MS;

  function shareOf(bearer: string, lane: Lane, at: number): Share {
    const key = `${lane} ${bearer}`;
    const known = shares.get(key);
    if (known) {
      earn(known, at);
      return known;
    }
    if (shares.size >= KEPT_SHARES) forgetIdle(at);
    const saved = MOST_SAVED * EARNED[lane];
    const share: Share = { bearer, lane, saved, at, underWay: 0, waiting: [], timer: null };
    shares.set(key, share);
    return share;
  }

  function earn(share: Share, at: number): void {
    const perSecond = EARNED[share.lane];
    share.saved = Math.min(MOST_SAVED * perSecond, share.saved + ((at - share.at) * perSecond) / 1000);
    share.at = at;
  }

  /** One that has saved up all that it can is as good as a new one. */
  function forgetIdle(at: number): void {
    for (const [key, share] of shares) {
      earn(share, at);
      const isFull = share.saved === MOST_SAVED * EARNED[share.lane];
      if (isFull && share.underWay === 0 && share.waiting.length === 0) shares.delete(key);
    }
  }

  const canStart = ({ bearer, lane, saved, underWay }: Share, at: number): boolean =>
    (lane === 'small' || underWay === 0) && (saved > 0 || isAlone(bearer, at));

  function pay(share: Share, price: number): void {
    const seconds = isAlone(share.bearer, share.at) ? MOST_OWED_ALONE : MOST_OWED;
    share.saved = Math.min(share.saved, Math.max(-seconds * EARNED[share.lane], share.saved - price));
  }

  function start(share: Share, { costMs, start: begin }: Waiting): void {
    share.underWay += 1;
    pay(share, priceOf(costMs));
    begin((furtherMs) => {
      share.underWay -= 1;
      earn(share, now());
      pay(share, priceOf(costMs + furtherMs) - priceOf(costMs));
      pump(share);
    });
  }

  function pump(share: Share): void {
    const at = now();
    earn(share, at);
    if (share.timer !== null) clearTimeout(share.timer);
    share.timer = null;
    for (let next = share.waiting[0]; next; next = share.waiting[0]) {
      if (at - next.since > PATIENCE_MS) next.start(null);
      else if (canStart(share, at)) start(share, next);
      else break;
      share.waiting.shift();
    }
    if (share.waiting.length === 0) return;
    const missingMs = (Math.max(0, -share.saved) * 1000) / EARNED[share.lane];
    share.timer = setTimeout(() => pump(share), Math.min(ASKING_MS / 4, missingMs + 1));
    share.timer.unref();
  }

  return {
    enter(bearer, costMs) {
      const at = now();
      if (last.bearer !== bearer) other = last;
      last = { bearer, at };
      const share = shareOf(bearer, costMs < COSTLY_MS ? 'small' : 'costly', at);
      if (share.waiting.length >= MOST_WAITING) return Promise.resolve(null);
      return new Promise((resolve) => {
        share.waiting.push({ costMs, since: at, start: resolve });
        pump(share);
      });
    },
  };
}

const priceOf = (ms: number): number => ms * (1 + ms / DOUBLED_AT_MS);
