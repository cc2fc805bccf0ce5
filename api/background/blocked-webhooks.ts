import { once } from 'node:events';
import type { Logger } from 'pino';
import { type HttpClient, readHttpAddress } from '../../commands/outgoing/http-client.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import type { ReadModels } from '../read-models/read-models.ts';

/** Each lookup mostly waits for DNS. */
const AT_ONCE = 4;
const MOST_LISTED = 50;

interface Looking {
  readonly outgoing: Pick<HttpClient, 'check'>;
  readonly engine: Pick<Engine, 'whenReady'>;
  readonly readModels: Pick<ReadModels, 'webhooks'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** Names once at the start the webhooks that the operator's setting or a changed DNS record keeps from being called. */
export const listBlockedWebhooks = (looking: Looking): Duty => ({
  name: 'Looking for blocked webhooks',
  async run(signal) {
    const ended = signal.aborted ? Promise.resolve() : once(signal, 'abort');
    await Promise.race([looking.engine.whenReady(), ended]);
    await list(looking, signal).catch((err: unknown) =>
      looking.logger.error({ err }, 'the webhooks could not be checked'),
    );
    await ended;
  },
});

async function list({ outgoing, readModels, logger }: Looking, signal: AbortSignal): Promise<void> {
  const { documents } = await readModels.webhooks.find({});
  const called = documents.flatMap(({ _id, organizationId, targetUrl, standing }) => {
    const host = standing.kind === 'disabled' ? undefined : readHttpAddress(targetUrl)?.host;
    return host === undefined ? [] : [{ webhookId: _id, organizationId, host }];
  });
  const hosts = [...new Set(called.map(({ host }) => host))];
  const blocked = new Set<string>();
  for (let from = 0; from < hosts.length && !signal.aborted; from += AT_ONCE) {
    const some = hosts.slice(from, from + AT_ONCE);
    const found = await Promise.all(some.map((host) => outgoing.check(`https://${host}/`)));
    for (const [n, host] of some.entries()) if (found[n] === 'blocked') blocked.add(host);
  }
  const webhooks = called.filter(({ host }) => blocked.has(host));
  if (webhooks.length === 0) return;
  logger.warn(
    { webhooks: webhooks.slice(0, MOST_LISTED), count: webhooks.length },
    'webhooks are not called, because their addresses are private; WEBHOOK_ALLOW_PRIVATE allows ranges',
  );
}
