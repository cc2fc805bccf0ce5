import { randomUUID } from 'node:crypto';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import type { EventPage, EventSource, RecordedEvent } from '../../projections/engine/event-source.ts';

/** Positions are dense; `subscribe` delivers what has arrived. */
export class MemoryLog implements EventSource {
  readonly events: RecordedEvent[] = [];
  storeId: string;
  readonly #lengths = new Map<string, number>();
  #wake: (() => void)[] = [];

  constructor(storeId: string = randomUUID()) {
    this.storeId = storeId;
  }

  append(stream: string, event: AnyEvent, at = new Date(this.events.length * 1000).toISOString()): RecordedEvent {
    const revision = this.#lengths.get(stream) ?? 0;
    this.#lengths.set(stream, revision + 1);
    const id = randomUUID();
    const actor = { kind: 'system' } as const;
    const recorded: RecordedEvent = {
      ...event,
      id,
      stream,
      revision,
      position: BigInt(this.events.length + 1),
      at,
      actor,
      metadata: {
        at,
        actor,
        organizationId: null,
        commandId: id,
        commandHash: '',
        correlationId: id,
        causationId: null,
        schemaVersion: 1,
        prev: '',
        hash: '',
      },
    };
    this.events.push(recorded);
    for (const wake of this.#wake.splice(0)) wake();
    return recorded;
  }

  /** Removes the newest events, like a restore of an older backup. */
  rewindTo(count: number): void {
    for (const { stream } of this.events.splice(count)) {
      this.#lengths.set(stream, (this.#lengths.get(stream) ?? 0) - 1);
    }
  }

  async readStream(
    stream: string,
    last?: Pick<RecordedEvent, 'revision'>,
    { until }: { readonly until?: bigint } = {},
  ): Promise<readonly RecordedEvent[]> {
    const isAsked = ({ revision, position }: RecordedEvent) =>
      revision > (last?.revision ?? -1) && (until === undefined || position <= until);
    return this.events.filter((event) => event.stream === stream && isAsked(event));
  }

  async readAll({ after, limit, interest }: Parameters<EventSource['readAll']>[0]): Promise<EventPage> {
    const all = this.events.slice(Number(after), Number(after) + limit);
    const last = all.at(-1);
    const events = interest ? all.filter((event) => event === last || interest.types.has(event.type)) : all;
    return { events, position: last?.position ?? after, scanned: all.length };
  }

  async head(): Promise<bigint> {
    return BigInt(this.events.length);
  }

  async *subscribe(options: { after: bigint; signal: AbortSignal; pageSize?: number }): AsyncIterable<EventPage> {
    let { after } = options;
    const stop = () => {
      for (const wake of this.#wake.splice(0)) wake();
    };
    options.signal.addEventListener('abort', stop);
    while (!options.signal.aborted) {
      const page = await this.readAll({ after, limit: options.pageSize ?? 500 });
      after = page.position;
      if (page.events.length > 0) yield page;
      else if (Number(after) === this.events.length && !options.signal.aborted)
        await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }
}
