import { LRUCache } from 'lru-cache';
import type { Document } from '../document-store/port.ts';

/** A document's state from one event until the next. */
export interface Span {
  readonly document: Document | undefined;
  readonly from: bigint;
  readonly until: bigint;
}

/** Of all organizations together, in estimated bytes. */
const MOST_BYTES = 96 * 1024 * 1024;
const BYTES_OF_ENTRY = 500;
const BYTES_OF_MEMBER = 16;

/**
 * Former states by organization. Beyond the limit the organization with the most loses its oldest, so none evicts another
 * that holds less.
 */
export class PastCache {
  readonly #mostBytes: number;
  readonly #byOwner = new Map<string, LRUCache<string, Span>>();

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  get(organizationId: string, key: string): Span | undefined {
    return this.#byOwner.get(organizationId)?.get(key);
  }

  keep(organizationId: string, key: string, span: Span): void {
    const own = this.#byOwner.get(organizationId) ?? new LRUCache({ maxSize: this.#mostBytes });
    this.#byOwner.set(organizationId, own);
    own.set(key, span, { size: BYTES_OF_ENTRY + weightOf(span.document) });
    while (this.#bytes > this.#mostBytes) this.#evictOldest();
  }

  /** Of every organization. */
  drop(keys: readonly string[]): void {
    for (const own of this.#byOwner.values()) for (const key of keys) own.delete(key);
  }

  clear(): void {
    this.#byOwner.clear();
  }

  get #bytes(): number {
    let bytes = 0;
    for (const { calculatedSize } of this.#byOwner.values()) bytes += calculatedSize;
    return bytes;
  }

  #evictOldest(): void {
    let [largest, owner] = [-1, ''];
    for (const [organizationId, { calculatedSize }] of this.#byOwner) {
      if (calculatedSize > largest) [largest, owner] = [calculatedSize, organizationId];
    }
    const own = this.#byOwner.get(owner);
    own?.pop();
    if (own?.size === 0) this.#byOwner.delete(owner);
  }
}

/** Estimated bytes: its texts, and some for each other member. */
function weightOf(document: Document | undefined): number {
  let weight = 0;
  const waiting: unknown[] = [document];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') weight += 2 * value.length;
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value));
    weight += BYTES_OF_MEMBER;
  }
  return weight;
}
