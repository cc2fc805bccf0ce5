/** Requests at once: of a webhook, of a school, and in all. */
const OF_WEBHOOK = 8;
const OF_SCHOOL = 32;
const IN_ALL = 256;
/** Of a webhook whose target answers slowly, or has not answered yet. */
const OF_SLOW_WEBHOOK = 2;
const SLOW_MS = 1000;
/** How much the newest answer counts in the average. */
const NEWEST = 0.25;

/** What a request is for. Replays leave places to the others, and a redelivery has its own. */
type Purpose = 'message' | 'redelivery' | 'replay';

/** The share of one webhook. */
export interface LanePlaces {
  /** How many more requests it may begin now. Without any, its lane is woken as soon as a place is free. */
  room(purpose: Purpose): number;
  /** Returns what ends one of them. */
  begin(count: number, purpose: Purpose): () => void;
  /** The target took so long for its answer. */
  answered(ms: number): void;
}

/** Requests under way, of a school or in all. `minor` are those of slow webhooks and of replays. */
class Used {
  readonly #most: number;
  all = 0;
  minor = 0;

  constructor(most: number) {
    this.#most = most;
  }

  room(isMinor: boolean, isFirst: boolean): number {
    // A webhook that answers fast gets its first place also while the others hold all.
    if (!isMinor) return (isFirst ? 2 * this.#most : this.#most) - this.all;
    return Math.min(this.#most / 2 - this.minor, this.#most - this.all);
  }

  count(change: number, isMinor: boolean): void {
    this.all += change;
    if (isMinor) this.minor += change;
  }
}

/**
 * Bounds the requests to all targets. Those that answer slowly hold at most half of the places, so that they delay neither the
 * other webhooks of their school nor those of other schools.
 */
export class Places {
  readonly #inAll = new Used(IN_ALL);
  readonly #ofSchool = new Map<string, Used>();
  readonly #hungry = new Set<() => void>();

  of(organizationId: string, wake: () => void): LanePlaces {
    const ofSchool = this.#ofSchool.get(organizationId) ?? new Used(OF_SCHOOL);
    this.#ofSchool.set(organizationId, ofSchool);
    const shared = [this.#inAll, ofSchool];
    let own = 0;
    let ofReplay = 0;
    let ofRedelivery = 0;
    let averageMs: number | undefined;
    const isMinor = (purpose: Purpose) => purpose === 'replay' || (averageMs ?? 0) >= SLOW_MS;
    const most = () => (averageMs === undefined || averageMs >= SLOW_MS ? OF_SLOW_WEBHOOK : OF_WEBHOOK);
    const roomOfWebhook = (purpose: Purpose) => {
      if (purpose === 'redelivery') return 1 - ofRedelivery;
      const besides = purpose === 'message' && ofReplay > 0 ? 1 : 0;
      return most() + besides - (own - ofRedelivery);
    };
    return {
      room: (purpose) => {
        const roomOf = (isFirst: boolean) => Math.min(...shared.map((used) => used.room(isMinor(purpose), isFirst)));
        const room = Math.min(
          roomOfWebhook(purpose),
          Math.max(roomOf(false), own === 0 ? Math.min(1, roomOf(true)) : 0),
        );
        if (room <= 0) this.#hungry.add(wake);
        return Math.max(0, room);
      },
      begin: (count, purpose) => {
        const minor = isMinor(purpose);
        const change = (by: number) => {
          own += by;
          if (purpose === 'replay') ofReplay += by;
          if (purpose === 'redelivery') ofRedelivery += by;
          for (const used of shared) used.count(by, minor);
        };
        change(count);
        return () => {
          change(-1);
          const hungry = [...this.#hungry];
          this.#hungry.clear();
          for (const next of hungry) next();
        };
      },
      answered: (ms) => {
        averageMs = averageMs === undefined ? ms : averageMs + NEWEST * (ms - averageMs);
      },
    };
  }
}
