import type { DocumentStore } from '../document-store/port.ts';
import type { Announcement } from './announcement.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import type { EventSource } from './event-source.ts';
import { type Live, openLive, type Served } from './served.ts';
import type { ServedSet } from './served-set.ts';
import type { OnProblem, Term } from './term.ts';

const FIRST_LOOK_MS = 4;
const LAST_LOOK_MS = 100;
const GROWTH = 1.5;
/** Delay while no caller waits: how late a switch by another process may be noticed. */
const IDLE_LOOK_MS = 1000;
/** How long read models may be ahead of the pages that this process has passed on. */
const AHEAD_MS = 1000;

export interface FollowerOptions {
  readonly catalogue: Catalogue;
  readonly served: ServedSet;
  readonly store: DocumentStore;
  readonly log: EventSource;
  readonly passed: () => bigint;
  readonly isAwaited: () => boolean;
  /** The generations that this process folds, by projection, except those that are being switched. */
  readonly held: () => ReadonlyMap<string, string>;
  readonly term: () => Term | null;
  readonly onChange: () => void;
  readonly onUnseen: () => void;
  readonly onProblem: OnProblem;
  /** Age of the last look up to which an answer counts as current; generations outlive their switch for longer. */
  readonly trustMs: number;
  /** Longer than the announcements' interval and the election of another leader. */
  readonly silenceMs: number;
}

export class Follower {
  readonly #options: FollowerOptions;
  #announcement: Announcement | undefined;
  #receivedAt = performance.now();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  #isPoked = false;
  #wake = () => {};
  /** Caches were cleared up to here, so pages up to here are not needed. */
  #cleared = 0n;
  #ahead: { position: bigint; since: number } | null = null;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  get problem(): string | null {
    return this.isSilent ? 'No process leads: the read models are not updated' : (this.#announcement?.error ?? null);
  }

  /** No announcement for too long. */
  get isSilent(): boolean {
    return performance.now() - this.#receivedAt > this.#options.silenceMs;
  }

  /** No cached answer from before this position is used any more. */
  get reported(): bigint {
    const passed = this.#options.passed();
    return passed > this.#cleared ? passed : this.#cleared;
  }

  /** Whether the last look is recent enough to trust an answer that was just read. */
  get isFresh(): boolean {
    return performance.now() - this.#lookedAt < this.#options.trustMs;
  }

  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    let delay = FIRST_LOOK_MS;
    while (!signal.aborted) {
      this.#isPoked = false;
      const before = this.#announcement;
      await this.look().catch((error) =>
        this.#options.onProblem('The announcements of the leader could not be read', error),
      );
      if (!this.#options.isAwaited() || this.#options.term() !== null) delay = IDLE_LOOK_MS;
      else if (this.#isPoked || before !== this.#announcement) delay = FIRST_LOOK_MS;
      else delay = Math.min(delay * GROWTH, LAST_LOOK_MS);
      if (!signal.aborted) await this.#sleep(delay);
    }
  }

  poke(): void {
    this.#isPoked = true;
    this.#wake();
  }

  /** A concurrent caller waits for the next look. */
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
      // An announcement that was read before this term began does not end it.
      if (announcement && announcement.term > (own.number ?? 0)) own.supersede();
      else this.#receive(announcement, begun);
      // Only generations that were held all the time: the pointer of a newer one was not read yet.
      const now = held();
      const isStill = ([name, generation]: [string, string]) => now.get(name) === generation;
      const isNamed = ([name, generation]: [string, string]) => entries.get(name)?.live === generation;
      if ([...before].filter(isStill).some((one) => !isNamed(one))) own.disowned();
      return;
    }
    const opened = new Map<Served, Live | null>();
    for (const one of served) opened.set(one, await this.#open(one, entries.get(one.name)));
    // This process became the leader and has newer data.
    if (term() !== null) return;
    this.#receive(announcement, begun);
    for (const one of served) {
      // Added meanwhile: the next look covers it.
      if (!opened.has(one)) continue;
      this.#show(one, opened.get(one) ?? null, entries.get(one.name));
    }
    this.#noticeAdvance();
    this.#options.onChange();
  }

  #receive(announcement: Announcement | undefined, at: number): void {
    this.#lookedAt = at;
    const { term, beat } = this.#announcement ?? {};
    if (announcement?.term === term && announcement?.beat === beat) return;
    this.#announcement = announcement;
    this.#receivedAt = at;
  }

  async #open(one: Served, entry: CatalogueEntry | undefined): Promise<Live | null> {
    if (!entry) return null;
    return one.live && one.live.name === entry.live ? one.live : openLive(this.#options, one.projection, entry);
  }

  #show(one: Served, live: Live | null, entry: CatalogueEntry | undefined): void {
    const { live: shown, position } = one;
    const announced = this.#announcement?.projections.find(({ name }) => name === one.name);
    one.follow(live, entry?.liveVersion === one.projection.version, announced);
    const isAnother = shown?.name !== one.live?.name;
    // It was behind and has now folded pages that were passed on without it.
    const wasBehind = position < this.#options.passed() && position !== one.position;
    if (isAnother || wasBehind) this.#options.onUnseen();
  }

  /** Does not wait for pages that lag too far behind the leader. */
  #noticeAdvance(): void {
    const most = [...this.#options.served].reduce((max, one) => (one.position > max ? one.position : max), 0n);
    const now = performance.now();
    if (this.#ahead && this.reported >= this.#ahead.position) this.#ahead = null;
    if (most <= this.reported) return;
    this.#ahead ??= { position: most, since: now };
    if (now - this.#ahead.since < AHEAD_MS) return;
    this.#cleared = most;
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
