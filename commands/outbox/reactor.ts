import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { rest } from '../../timing/rest.ts';
import { retrying } from '../../timing/retrying.ts';
import type { EventLog } from '../event-store/event-log.ts';
import type { Vault } from '../vault/vault.ts';
import type { Outbox } from './outbox.ts';
import { entriesFor, type Reaction } from './reaction.ts';

export interface ReactionCheckpoint {
  readonly _id: 'reactions';
  readonly storeId: string;
  readonly position: string;
  /** A new reaction does not handle earlier events. */
  readonly since: readonly { readonly name: string; readonly position: string }[];
  /** Prevents a former leader from moving the checkpoint back. */
  readonly holder: string | null;
}

export class Superseded extends Error {
  override readonly name = 'Superseded';
  constructor() {
    super('Another process handles the events now');
  }
}

export type ReactionSource = Pick<EventLog, 'storeId' | 'head' | 'subscribe'>;

const BACKOFF = { first: 100, longest: 5000 };
/** Events without deliveries that may be handled again after a crash. */
const LAZY_EVENTS = 1000;

/** The checkpoint follows the entries, and inserting an entry twice has no effect, so each event is handled once. */
export class Reactor {
  readonly #source: ReactionSource;
  readonly #checkpoints;
  readonly #outbox: Outbox;
  readonly #reactions: readonly Reaction[];
  readonly #now: () => number;
  readonly #id = randomUUID();
  #checkpoint: ReactionCheckpoint | undefined;
  #unsaved = 0;
  #position = 0n;

  constructor(options: {
    source: ReactionSource;
    vault: Vault;
    outbox: Outbox;
    reactions: readonly Reaction[];
    now: () => number;
  }) {
    this.#source = options.source;
    this.#checkpoints = options.vault.collection<ReactionCheckpoint>({ name: 'reactionCheckpoints', indexes: [] });
    this.#outbox = options.outbox;
    this.#reactions = options.reactions;
    this.#now = options.now;
  }

  /**
   * Creates the checkpoint at the log's end. Every process does so before it accepts commands, so that a later leader
   * handles their events.
   */
  async establish(): Promise<ReactionCheckpoint> {
    return this.#change((checkpoint) => checkpoint);
  }

  async open(): Promise<void> {
    this.#checkpoint = await this.#change((checkpoint) => ({ ...checkpoint, holder: this.#id }));
    this.#position = BigInt(this.#checkpoint.position);
  }

  /** Retries while a store is unavailable. Throws `Superseded`. */
  async run(signal: AbortSignal, onEntries: () => void, onProblem: (error: unknown) => void): Promise<void> {
    const follow = async (succeeded: () => void) => {
      for await (const page of this.#source.subscribe({ after: this.#position, signal })) {
        const since = this.#reactions.map(({ name }) => this.#since(name));
        const found = page.events.map((event) =>
          entriesFor(
            event,
            this.#reactions.filter((_, n) => event.position > (since[n] ?? 0n)),
            this.#now(),
          ),
        );
        const entries = (await Promise.all(found)).flat();
        this.#unsaved += page.events.length;
        if (entries.length > 0 || this.#unsaved >= LAZY_EVENTS) {
          await Promise.all(entries.map((entry) => this.#outbox.insert(entry)));
          await this.#saveAt(page.position);
        }
        this.#position = page.position;
        succeeded();
        if (entries.length > 0) onEntries();
        if (signal.aborted) break;
      }
    };
    while (!signal.aborted) {
      await retrying(signal, BACKOFF, follow, (error) => {
        if (error instanceof Superseded) throw error;
        onProblem(error);
      });
      // A source that ended may be available again in a moment.
      await rest(BACKOFF.first, signal);
    }
  }

  async close(): Promise<void> {
    await this.#saveAt(this.#position);
  }

  get position(): bigint {
    return this.#position;
  }

  #since(reaction: string): bigint {
    return BigInt(this.#checkpoint?.since.find(({ name }) => name === reaction)?.position ?? 0);
  }

  async #saveAt(position: bigint): Promise<void> {
    if (!this.#checkpoint || this.#checkpoint.position === String(position)) return;
    const checkpoint = { ...this.#checkpoint, position: String(position) };
    if (!(await this.#checkpoints.replace(checkpoint, { holder: this.#id }))) throw new Superseded();
    this.#checkpoint = checkpoint;
    this.#unsaved = 0;
  }

  /** Compare-and-replace with retries, completed for this log and these reactions. */
  async #change(change: (checkpoint: ReactionCheckpoint) => ReactionCheckpoint): Promise<ReactionCheckpoint> {
    for (;;) {
      const saved = await this.#checkpoints.get('reactions');
      const next = change(await this.#completed(saved));
      if (saved && isDeepStrictEqual(saved, next)) return next;
      const isDone = saved
        ? await this.#checkpoints.replace(next, { storeId: saved.storeId, position: saved.position })
        : await this.#checkpoints.insert(next);
      if (isDone) return next;
    }
  }

  async #completed(saved: ReactionCheckpoint | undefined): Promise<ReactionCheckpoint> {
    const { storeId } = this.#source;
    const head = await this.#source.head();
    const isOurs = saved !== undefined && saved.storeId === storeId && BigInt(saved.position) <= head;
    const known = isOurs ? saved.since : [];
    const added = this.#reactions.filter(({ name }) => !known.some((one) => one.name === name));
    return {
      _id: 'reactions',
      storeId,
      position: isOurs ? saved.position : String(head),
      since: [...known, ...added.map(({ name }) => ({ name, position: String(head) }))],
      holder: saved?.holder ?? null,
    };
  }
}
