import { createHash } from 'node:crypto';
import { SYSTEM } from '../../domain/access/actor.ts';
import { type WebhookCommand, webhook } from '../../domain/webhook/webhook.ts';
import { uuidV5 } from '../context/identity.ts';
import { handle } from '../handling/handle.ts';
import type { WebhookEnvironment } from '../webhook/write-webhook.ts';
import { consequenceOf, disabledAt } from './schedule.ts';

type Failing = { readonly data: { readonly failingSince: string } };

/** What the portal does to a webhook whose target fails. Repeatable: each id follows from the time since when it fails. */
export class StandingCommands {
  readonly #webhook: { readonly webhookId: string; readonly organizationId: string };
  readonly #environment: WebhookEnvironment;

  constructor(
    known: { readonly webhookId: string; readonly organizationId: string },
    { environment }: { readonly environment: WebhookEnvironment },
  ) {
    this.#webhook = known;
    this.#environment = environment;
  }

  /** The target wants no more events. */
  disableGone = (failingSince: string): Promise<void> =>
    this.#command({ type: 'Disable', data: { reason: 'gone', failingSince } });

  /** Warns or disables once it has failed for long enough. False if it is too early for both. */
  async noteFailing(failingSince: string, at: string): Promise<boolean> {
    const since = Date.parse(failingSince);
    const consequence = consequenceOf(since, Date.parse(at));
    if (consequence === 'disable') await this.#command({ type: 'Disable', data: { reason: 'failing', failingSince } });
    if (consequence === 'warn') {
      await this.#command({ type: 'WarnOfFailure', data: { failingSince, disabledAt: disabledAt(since) } });
    }
    return consequence === 'disable' || consequence === 'warn';
  }

  async #command(command: WebhookCommand & Failing): Promise<void> {
    const { webhookId, organizationId } = this.#webhook;
    const purpose = `${command.type} ${command.data.failingSince}`;
    const commandId = uuidV5(webhookId, purpose);
    const context = {
      at: new Date(this.#environment.now()).toISOString(),
      actor: SYSTEM,
      organizationId,
      commandId,
      commandHash: createHash('sha256').update(purpose).digest('hex'),
      correlationId: commandId,
      causationId: null,
    };
    const handled = await handle(this.#environment, webhook, webhookId, [command], context);
    if (!handled.ok && handled.rejection.code === 'conflict') throw new Error(handled.rejection.message);
  }
}
