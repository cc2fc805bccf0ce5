import type { WebhookTrigger } from '../../domain/webhook/delivery.ts';
import { formerSecretsOf, type WebhookDetails } from '../../domain/webhook/events.ts';
import { messageBodyOf, type Outcome, post, secretsOf } from '../webhook/attempt.ts';
import type { PublicEvent } from '../webhook/public-events.ts';
import type { WebhookEnvironment } from '../webhook/write-webhook.ts';

export type DeliveryAttempt = Pick<Outcome, 'failure' | 'ms'>;

export interface AttemptPorts {
  readonly environment: WebhookEnvironment;
  readonly onAttempt: (attempt: DeliveryAttempt) => void;
  readonly signal: AbortSignal;
}

/** Sends messages of one webhook, as it is set up now. */
export class LaneAttempts {
  readonly #ports: AttemptPorts;
  #details: WebhookDetails;
  #secrets: { readonly found: readonly string[]; readonly until: number } | null = null;

  constructor(details: WebhookDetails, ports: AttemptPorts) {
    this.#details = details;
    this.#ports = ports;
  }

  use(details: WebhookDetails): void {
    this.#details = details;
    this.#secrets = null;
  }

  /** Null if it was broken off. */
  async attempt({ id, body }: PublicEvent, trigger: WebhookTrigger, attempt: number): Promise<Outcome | null> {
    const { environment, onAttempt, signal } = this.#ports;
    const message = {
      url: this.#details.targetUrl,
      body: messageBodyOf(this.#details, body),
      id,
      trigger,
      attempt,
      secrets: await this.#secretsNow(),
    };
    const outcome = await post(environment, message, signal);
    if (outcome.failure === 'timeout' && signal.aborted) return null;
    onAttempt(outcome);
    return outcome;
  }

  async #secretsNow(): Promise<readonly string[]> {
    const { environment } = this.#ports;
    const now = environment.now();
    if (!this.#secrets || now >= this.#secrets.until) {
      const ends = formerSecretsOf(this.#details).map(({ until }) => Date.parse(until));
      const found = await secretsOf(environment.secrets, this.#details, now);
      this.#secrets = { found, until: Math.min(Number.POSITIVE_INFINITY, ...ends.filter((end) => now < end)) };
    }
    return this.#secrets.found;
  }
}
