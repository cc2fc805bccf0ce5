import type { DocumentStore } from '../document-store/port.ts';
import type { Announcement } from './announcement.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import type { EventSource } from './event-source.ts';
import { type Live, openLive, type Served } from './served.ts';
import type { ServedSet } from './served-set.ts';
import type { OnProblem, Term } from './term.ts';

/** First look after somebody has begun to wait, or something has moved; then each pause is longer than the one before. */
const FIRST_LOOK_MS = 4;
const LAST_LOOK_MS = 100;
const GROWTH = 1.5;
/** While nobody waits: so late at most another process's switch is noticed. */
const IDLE_LOOK_MS = 1000;
/** Read models may be so long ahead of the pages that this process has passed on. */
const AHEAD_MS = 1000;

export interface FollowerOptions {
  readonly catalogue: Catalogue;
  readonly served: ServedSet;
  readonly store: DocumentStore;
  readonly log: EventSource;
  /** Position up to which pages have been passed on. */
  readonly passed: () => bigint;
  readonly isAwaited: () => boolean;
  /** The generations that this process folds for its readers, by projection; none that is just being switched. */
  readonly held: () => ReadonlyMap<string, string>;
  /** The term in which this process leads, null while it follows. */
  readonly term: () => Term | null;
  /** Something has moved. */
  readonly onChange: () => void;
  /** Readers may get other answers than before though no page tells of it. */
  readonly onUnseen: () => void;
  readonly onProblem: OnProblem;
  /** A generation outlives its switch for longer: an answer within this time of the last look came from one that stood. */
  readonly trustMs: number;
  /** A leader shows itself more often, and another one takes over sooner. */
  readonly silenceMs: number;
}

/** Looks after what another process folds: from time to time, and more often while somebody waits for it. */
export class Follower {
  readonly #options: FollowerOptions;
  #announcement: Announcement | undefined;
  #heardAt = performance.now();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  #isPoked = false;
  #wake = () => {};
  /** Up to here nobody needs to know the pages: whoever remembers answers was told to forget them. */
  #forgotten = 0n;
  #ahead: { position: bigint; since: number } | null = null;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** What keeps the leader from going on, or that there is none. */
  get problem(): string | null {
    return this.isSilent ? 'No process leads: the read models stand still' : (this.#announcement?.error ?? null);
  }

  /** Nothing has been heard of a leader for too long. */
  get isSilent(): boolean {
    return performance.now() - this.#heardAt > this.#options.silenceMs;
  }

  /** No answer remembered from before this position is given any more. */
  get told(): bigint {
    const passed = this.#options.passed();
    return passed > this.#forgotten ? passed : this.#forgotten;
  }

  /** Whether what it last saw is recent enough for an answer that has just been read to be right. */
  get isFresh(): boolean {
    return performance.now() - this.#lookedAt < this.#options.trustMs;
  }

  /** Looks until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    let delay = FIRST_LOOK_MS;
    while (!signal.aborted) {
      this.#isPoked = false;
      const before = this.#announcement;
      await this.look().catch((error) => this.#options.onProblem('The read models cannot be looked after', error));
      if (!this.#options.isAwaited() || this.#options.term() !== null) delay = IDLE_LOOK_MS;
      else if (this.#isPoked || before !== this.#announcement) delay = FIRST_LOOK_MS;
      else delay = Math.min(delay * GROWTH, LAST_LOOK_MS);
      if (!signal.aborted) await this.#sleep(delay);
    }
  }

  /** Somebody has begun to wait. */
  poke(): void {
    this.#isPoked = true;
    this.#wake();
  }

  /** One look at a time: who asks meanwhile waits for one that begins now. */
  async look(): Promise<void> {
    await this.#looking?.catch(() => undefined);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { catalogue, served, term, held } = this.#options;
    const before = held();
    const begun = performance.now();
    const { entries, announcement } = await catalogue.read();
    const own = term();
    if (own !== null) {
      // What was read just before this process took its term says nothing against it.
      if (announcement && announcement.term > (own.number ?? 0)) own.overtaken();
      else this.#hear(announcement, begun);
      // Only what was held all the while: another generation has just become the live one, and its pointer was not read yet.
      const now = held();
      const isStill = ([name, generation]: [string, string]) => now.get(name) === generation;
      const isNamed = ([name, generation]: [string, string]) => entries.get(name)?.live === generation;
      if ([...before].filter(isStill).some((one) => !isNamed(one))) own.disowned();
      return;
    }
    const opened = new Map<Served, Live | null>();
    for (const one of served) opened.set(one, await this.#open(one, entries.get(one.name)));
    // Whoever begins to lead meanwhile knows better.
    if (term() !== null) return;
    this.#hear(announcement, begun);
    for (const one of served) {
      // Added meanwhile: the next look shows it.
      if (!opened.has(one)) continue;
      this.#show(one, opened.get(one) ?? null, entries.get(one.name));
    }
    this.#noticeAdvance();
    this.#options.onChange();
  }

  #hear(announcement: Announcement | undefined, at: number): void {
    this.#lookedAt = at;
    const { term, beat } = this.#announcement ?? {};
    if (announcement?.term === term && announcement?.beat === beat) return;
    this.#announcement = announcement;
    this.#heardAt = at;
  }

  async #open(one: Served, entry: CatalogueEntry | undefined): Promise<Live | null> {
    if (!entry) return null;
    return one.live && one.live.name === entry.live ? one.live : openLive(this.#options, one.projection, entry);
  }

  #show(one: Served, live: Live | null, entry: CatalogueEntry | undefined): void {
    const { live: shown, position } = one;
    const told = this.#announcement?.projections.find(({ name }) => name === one.name);
    one.follow(live, entry?.liveVersion === one.projection.version, told);
    const isAnother = shown?.name !== one.live?.name;
    // It had been left behind, and has now taken in what was passed on without it.
    const wasBehind = position < this.#options.passed() && position !== one.position;
    if (isAnother || wasBehind) this.#options.onUnseen();
  }

  /** The pages that the leader has taken in come late, or not at all: then nobody waits for them any longer. */
  #noticeAdvance(): void {
    const most = [...this.#options.served].reduce((max, one) => (one.position > max ? one.position : max), 0n);
    const now = performance.now();
    if (this.#ahead && this.told >= this.#ahead.position) this.#ahead = null;
    if (most <= this.told) return;
    this.#ahead ??= { position: most, since: now };
    if (now - this.#ahead.since < AHEAD_MS) return;
    this.#forgotten = most;
    this.#ahead = null;
    this.#options.onUnseen();
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms).unref();
      const begun = performance.now();
      let isShort = ms <= FIRST_LOOK_MS;
      function done() {
        clearTimeout(timer);
        resolve();
      }
      this.#wake = () => {
        if (isShort) return;
        isShort = true;
        clearTimeout(timer);
        const rest = FIRST_LOOK_MS - (performance.now() - begun);
        if (rest <= 0) resolve();
        else setTimeout(resolve, rest).unref();
      };
    });
  }
}
