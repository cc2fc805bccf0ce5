import type { DeliveryRecords, WebhookProgress } from './records.ts';

export class Superseded extends Error {
  override readonly name = 'Superseded';
  constructor() {
    super('Another process delivers to the webhooks now');
  }
}

/** How far one webhook has come, as this process knows it. Only the process that opened it last can save it. */
export class LaneProgress {
  readonly #records: DeliveryRecords['progress'];
  /** Every number up to here is delivered, recorded or of no interest. */
  readonly #committed: () => number;
  #now: WebhookProgress;
  #saved: WebhookProgress | null = null;

  constructor(
    { _id, organizationId }: { readonly _id: string; readonly organizationId: string },
    { records, holder }: { readonly records: Pick<DeliveryRecords, 'progress'>; readonly holder: string },
    committed: () => number,
  ) {
    this.#records = records.progress;
    this.#committed = committed;
    this.#now = {
      _id,
      organizationId,
      revision: -1,
      number: 0,
      failingSince: null,
      lastDeliveredAt: null,
      lastFailure: null,
      down: null,
      days: [],
      holder,
    };
  }

  get now(): WebhookProgress {
    return this.#now;
  }

  /** Numbers that a crash would repeat. */
  get unsaved(): number {
    return this.#committed() - (this.#saved?.number ?? 0);
  }

  /** Whether deliveries have been counted since it was saved. */
  get hasNewCounts(): boolean {
    return this.#saved !== null && this.#saved.days !== this.#now.days;
  }

  /** Takes it over from a former leader. Throws `Superseded`. */
  async open(): Promise<void> {
    const { _id, holder } = this.#now;
    const saved = await this.#records.get(_id);
    if (saved) this.#now = { ...saved, holder };
    const isMine = saved
      ? await this.#records.replace(this.#now, { holder: saved.holder })
      : await this.#records.insert(this.#now);
    if (!isMine) throw new Superseded();
    this.#saved = this.#now;
  }

  /** In memory, until the next save. */
  note(changes: Partial<WebhookProgress>): void {
    this.#now = { ...this.#now, ...changes };
  }

  /** Throws `Superseded`. */
  async save(changes: Partial<WebhookProgress>): Promise<void> {
    const next = { ...this.#now, number: this.#committed(), ...changes };
    const isSame =
      Object.keys(changes).length === 0 && next.number === this.#saved?.number && next.days === this.#saved.days;
    this.#now = next;
    if (isSame) return;
    if (!(await this.#records.replace(next, { holder: next.holder }))) throw new Superseded();
    this.#saved = next;
  }
}
