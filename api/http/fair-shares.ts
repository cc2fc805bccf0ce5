/**
 * Limits how much of the server one school, account or address uses while others ask too: a token bucket per principal and
 * lane, in milliseconds of work, with a bounded debt (docs/decisions/0035).
 */

/** Tokens per second. Each lane has its own bucket, so that a costly request does not delay small ones. */
const REFILL = { small: 150, costly: 100 } as const;
/** A principal has one costly request in progress at a time. */
export type Lane = keyof typeof REFILL;
const BURST_SECONDS = 1;
const DEBT_SECONDS = 10;
const DEBT_SECONDS_ALONE = 2;
/** Work of this length costs twice its time, because a long block delays every other request. */
const DOUBLED_AT_MS = 8;
const ACTIVE_MS = 1000;
const MAX_WAITING = 64;
const MAX_WAIT_MS = 12_000;
const MAX_BUCKETS = 10_000;

/**
 * The caller calls it once: with the cost beyond the estimate and that of work in parts, between which others were served,
 * or with 'unused' to refund a request that was never handled.
 */
export type Release = (furtherMs: number | 'unused', msInParts?: number) => void;

export interface FairShares {
  /** Resolves when the request can start; null if too many of its principal wait, it waited too long or `signal` aborts. */
  acquire(principal: string, work: Work, signal?: AbortSignal): Promise<Release | null>;
  tryAcquire(principal: string, work: Work): Release | null;
}

export interface Work {
  readonly costMs: number;
  readonly lane: Lane;
}

interface Waiting {
  readonly costMs: number;
  readonly since: number;
  readonly settle: (release: Release | null) => void;
}

interface Bucket {
  readonly principal: string;
  readonly lane: Lane;
  tokens: number;
  refilledAt: number;
  underWay: number;
  readonly waiting: Waiting[];
  timer: ReturnType<typeof setTimeout> | null;
}

export const NO_FAIR_SHARES: FairShares = { acquire: async () => () => {}, tryAcquire: () => () => {} };

export function createFairShares(now: () => number = () => performance.now()): FairShares {
  const buckets = new Map<string, Bucket>();
  let latest = { principal: '', at: Number.NEGATIVE_INFINITY };
  /** The latest request of another principal than that of `latest`. */
  let latestOther = latest;

  const isAlone = (principal: string, at: number): boolean =>
    at - (latest.principal === principal ? latestOther : latest).at > ACTIVE_MS;

  function bucketOf(principal: string, lane: Lane, at: number): Bucket {
    const key = `${lane} ${principal}`;
    const known = buckets.get(key);
    if (known) {
      refill(known, at);
      return known;
    }
    if (buckets.size >= MAX_BUCKETS) dropFull(at);
    const tokens = BURST_SECONDS * REFILL[lane];
    const bucket: Bucket = { principal, lane, tokens, refilledAt: at, underWay: 0, waiting: [], timer: null };
    buckets.set(key, bucket);
    return bucket;
  }

  function refill(bucket: Bucket, at: number): void {
    const perSecond = REFILL[bucket.lane];
    const added = ((at - bucket.refilledAt) * perSecond) / 1000;
    bucket.tokens = Math.min(BURST_SECONDS * perSecond, bucket.tokens + added);
    bucket.refilledAt = at;
  }

  function dropFull(at: number): void {
    for (const [key, bucket] of buckets) {
      refill(bucket, at);
      const isFull = bucket.tokens === BURST_SECONDS * REFILL[bucket.lane];
      if (isFull && bucket.underWay === 0 && bucket.waiting.length === 0) buckets.delete(key);
    }
  }

  const canStart = ({ principal, lane, tokens, underWay }: Bucket, at: number): boolean =>
    (lane === 'small' || underWay === 0) && (tokens > 0 || isAlone(principal, at));

  function charge(bucket: Bucket, price: number): number {
    const { tokens, principal, lane, refilledAt } = bucket;
    const seconds = isAlone(principal, refilledAt) ? DEBT_SECONDS_ALONE : DEBT_SECONDS;
    bucket.tokens = Math.min(tokens, Math.max(-seconds * REFILL[lane], tokens - price));
    return tokens - bucket.tokens;
  }

  function start(bucket: Bucket, { costMs, settle }: Waiting): void {
    bucket.underWay += 1;
    const charged = charge(bucket, priceOf(costMs));
    settle((furtherMs, msInParts = 0) => {
      bucket.underWay -= 1;
      refill(bucket, now());
      if (furtherMs === 'unused') bucket.tokens += charged;
      else charge(bucket, priceOf(costMs + furtherMs) - priceOf(costMs) + msInParts);
      pump(bucket);
    });
  }

  function pump(bucket: Bucket): void {
    const at = now();
    refill(bucket, at);
    if (bucket.timer !== null) clearTimeout(bucket.timer);
    bucket.timer = null;
    for (let next = bucket.waiting[0]; next; next = bucket.waiting[0]) {
      if (at - next.since > MAX_WAIT_MS) next.settle(null);
      else if (canStart(bucket, at)) start(bucket, next);
      else break;
      bucket.waiting.shift();
    }
    if (bucket.waiting.length === 0) return;
    const missingMs = (Math.max(0, -bucket.tokens) * 1000) / REFILL[bucket.lane];
    bucket.timer = setTimeout(() => pump(bucket), Math.min(ACTIVE_MS / 4, missingMs + 1));
    bucket.timer.unref();
  }

  function bucketAfterRequest(principal: string, lane: Lane, at: number): Bucket {
    if (latest.principal !== principal) latestOther = latest;
    latest = { principal, at };
    return bucketOf(principal, lane, at);
  }

  return {
    tryAcquire(principal, { costMs, lane }) {
      const at = now();
      const bucket = bucketAfterRequest(principal, lane, at);
      if (bucket.waiting.length > 0 || !canStart(bucket, at)) return null;
      let started: Release | null = null;
      start(bucket, {
        costMs,
        since: at,
        settle: (release) => {
          started = release;
        },
      });
      return started;
    },
    acquire(principal, { costMs, lane }, signal) {
      if (signal?.aborted) return Promise.resolve(null);
      const at = now();
      const bucket = bucketAfterRequest(principal, lane, at);
      if (bucket.waiting.length >= MAX_WAITING) return Promise.resolve(null);
      return new Promise((resolve) => {
        const waiting: Waiting = {
          costMs,
          since: at,
          settle(release) {
            signal?.removeEventListener('abort', leave);
            resolve(release);
          },
        };
        const leave = () => {
          bucket.waiting.splice(bucket.waiting.indexOf(waiting), 1);
          resolve(null);
        };
        signal?.addEventListener('abort', leave, { once: true });
        bucket.waiting.push(waiting);
        pump(bucket);
      });
    },
  };
}

const priceOf = (ms: number): number => ms * (1 + ms / DOUBLED_AT_MS);
