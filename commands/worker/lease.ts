import { randomUUID } from 'node:crypto';
import { rest } from '../../timing/rest.ts';
import type { Vault, VaultCollection } from '../vault/vault.ts';

/** Milliseconds of each process's own monotonic clock: wall clocks are never compared. */
export interface Pace {
  readonly look: number;
  readonly renew: number;
  /** The leader stops so long after the start of its last renewal; shorter than `expiry`. */
  readonly hold: number;
  /** A standby takes over so long after the last renewal. */
  readonly expiry: number;
}

const PACE: Pace = { look: 500, renew: 1500, hold: 6000, expiry: 8000 };

export const STOPS = 'The process stops';

/** `n` is the fencing token. */
interface Term {
  readonly _id: string;
  readonly n: number;
  readonly holder: string;
  /** Grows with each renewal. */
  readonly beat: number;
  readonly isReleased: boolean;
}

export interface Lease {
  readonly held: number | null;
  /** Ends the work, then releases the term, so that a standby takes over at once. */
  stop(): Promise<void>;
}

export interface LeaseOptions {
  readonly vault: Vault;
  readonly work: (signal: AbortSignal, term: number) => Promise<void>;
  /** The new term is greater: targets of the work may have seen terms that the vault does not know. */
  readonly newestTerm?: () => Promise<number>;
  readonly onProblem: (message: string, error: unknown) => void;
  readonly pace?: Pace;
}

/**
 * The process that inserts `worker:n + 1` leads; a leader that sees it, or cannot renew in time, stops. For `expiry -
 * hold` milliseconds in between no process leads, so two never lead at once.
 */
export function takePart({ vault, work, newestTerm = async () => 0, onProblem, pace = PACE }: LeaseOptions): Lease {
  const terms = vault.collection<Term>({ name: 'leases', indexes: ['n'] });
  const self = randomUUID();
  const stopping = new AbortController();
  let held: number | null = null;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const won = await standBy(terms, self, { pace, newestTerm, onProblem, signal: stopping.signal });
      if (won) await hold(won);
    }
  }

  async function hold({ term, since }: Won): Promise<void> {
    const leading = new AbortController();
    const lose = (why: string) => leading.abort(new DOMException(why, 'AbortError'));
    const yieldTerm = () => lose(STOPS);
    const expire = () => lose('The lease could not be renewed in time');
    stopping.signal.addEventListener('abort', yieldTerm, { once: true });
    if (stopping.signal.aborted) yieldTerm();
    let expiry = setTimeout(expire, since + pace.hold - performance.now());
    held = term.n;
    const ended = new AbortController();
    const working = work(leading.signal, term.n)
      .catch((error) => onProblem('The work of the leading process has failed', error))
      .finally(() => ended.abort());
    let isLost = false;
    for (let beat = term.beat + 1; !ended.signal.aborted && !isLost; beat += 1) {
      const began = performance.now();
      try {
        isLost = !(await terms.replace({ ...term, beat }, { holder: self })) || (await newestOf(terms))?.n !== term.n;
        clearTimeout(expiry);
        if (isLost) lose('Another process leads');
        else expiry = setTimeout(expire, began + pace.hold - performance.now());
        await rest(pace.renew, ended.signal);
      } catch (error) {
        onProblem('The lease could not be renewed', error);
        await rest(pace.look, ended.signal);
      }
    }
    await working;
    held = null;
    clearTimeout(expiry);
    stopping.signal.removeEventListener('abort', yieldTerm);
    if (!isLost) await release(term);
  }

  /** Also an expired term: any process may take over. */
  async function release(term: Term): Promise<void> {
    try {
      await terms.replace({ ...term, isReleased: true }, { holder: self });
    } catch (error) {
      onProblem('The lease could not be released; it runs out', error);
    }
  }

  const running = run();
  return {
    get held() {
      return held;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

interface Won {
  readonly term: Term;
  /** When the insert was sent: the term counts from then. */
  readonly since: number;
}

/** Watches the leader until it releases its term or stops renewing. */
async function standBy(
  terms: VaultCollection<Term>,
  self: string,
  { pace, newestTerm, onProblem, signal }: Required<Omit<LeaseOptions, 'vault' | 'work'>> & { signal: AbortSignal },
): Promise<Won | undefined> {
  let seen: Term | undefined;
  let seenAt = 0;
  while (!signal.aborted) {
    try {
      const asked = performance.now();
      const newest = await newestOf(terms);
      const isSame = newest !== undefined && seen?._id === newest._id && seen.beat === newest.beat;
      if (!isSame) {
        seen = newest;
        seenAt = performance.now();
      }
      // Also a term of its own that it could not release while the vault was unavailable.
      const isOver = !newest || newest.isReleased || newest.holder === self;
      // From the end of the first check to the start of this one: a slow answer does not count as silence.
      if (isOver || (isSame && asked - seenAt >= pace.expiry)) {
        const seenElsewhere = await newestTerm();
        const since = performance.now();
        const term = await follow(terms, newest, seenElsewhere, self);
        if (term) return { term, since };
        continue;
      }
      await rest(Math.min(pace.look, Math.max(1, seenAt + pace.expiry - performance.now())), signal);
    } catch (error) {
      onProblem('The lease cannot be read', error);
      await rest(pace.look, signal);
    }
  }
  return undefined;
}

/** Exactly one of many gets the term; a process that was frozen meanwhile steps back. */
async function follow(
  terms: VaultCollection<Term>,
  last: Term | undefined,
  seenElsewhere: number,
  self: string,
): Promise<Term | undefined> {
  const next = (last?.n ?? 0) + 1;
  const n = Math.max(next, seenElsewhere + 1);
  // The id names the followed term, so one follower succeeds, whatever numbers they have seen elsewhere.
  const term: Term = { _id: `worker:${next}`, n, holder: self, beat: 0, isReleased: false };
  if (!(await terms.insert(term))) return undefined;
  if ((await newestOf(terms))?.n !== n) {
    await terms.delete(term._id);
    return undefined;
  }
  const { documents } = await terms.find({}, { sort: { by: 'n' }, limit: 10 });
  for (const { _id } of documents.filter((old) => old.n < n - 1)) await terms.delete(_id);
  return term;
}

const newestOf = async (terms: VaultCollection<Term>): Promise<Term | undefined> =>
  (await terms.find({}, { sort: { by: 'n', descending: true }, limit: 1 })).documents[0];
