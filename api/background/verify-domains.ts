import { once } from 'node:events';
import type { Logger } from 'pino';
import { systemContext } from '../../commands/context/context.ts';
import { type DomainEnvironment, verifyDomain } from '../../commands/organization/verify-domain.ts';
import type { Duty } from '../../commands/worker/leading.ts';
import { keptUntil } from '../../domain/organization/domain-proof.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { organizations } from '../../projections/organizations.ts';
import { rest } from '../../timing/rest.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { isUnavailable } from '../runtime/unavailable.ts';

const DAY_MS = 24 * 3_600_000;
const RETRY_MS = 10 * 60_000;
const MAX_WAIT_MS = 60_000;
/** Each lookup mostly waits for DNS. */
const AT_ONCE = 4;

interface DomainChecks {
  readonly environment: DomainEnvironment;
  readonly engine: Pick<Engine, 'waitFor' | 'whenReady'>;
  readonly readModels: Pick<ReadModels, 'organizations'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** Checks all domains at the start and once a day: pending ones may be verified, verified ones may have lost their record. */
export const verifyDomains = (checks: DomainChecks): Duty => ({
  name: 'Verifying domains',
  async run(signal) {
    // A new or upgraded installation builds its read models first, which may take long.
    await Promise.race([checks.engine.whenReady(), ended(signal)]);
    while (!signal.aborted) {
      const pause = await checkDomains(checks, signal).then(
        () => DAY_MS,
        (error: unknown) => {
          checks.logger.error({ err: error }, 'the domains could not be checked');
          return RETRY_MS;
        },
      );
      await rest(pause, signal);
    }
  },
});

const ended = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

/** A domain that cannot be looked up stays unchanged until the next check. The pass ends if a store is unavailable. */
export async function checkDomains(
  { environment, engine, readModels, logger }: DomainChecks,
  signal: AbortSignal,
): Promise<void> {
  const options = { timeoutMs: MAX_WAIT_MS, collections: [organizations.name] };
  const outcome = await engine.waitFor(await environment.log.head(), options);
  if (outcome === 'stale') throw new Error(`The read model ${organizations.name} has not caught up`);
  const { documents } = await readModels.organizations.find({});
  const queue = documents.filter(({ domain }) => domain !== null).map(({ _id }) => _id);
  const check = async (organizationId: string): Promise<void> => {
    const checked = await verifyDomain(environment, { organizationId }, systemContext(environment.now()));
    const domain = checked.ok ? checked.value.state.domain : null;
    const until = domain && keptUntil(domain);
    if (domain && until) {
      logger.warn({ organizationId, domain: domain.name, keptUntil: until }, 'a domain lost its DNS record');
    }
  };
  const unavailable: unknown[] = [];
  const checkNext = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift()) {
      try {
        await check(id);
      } catch (error) {
        if (isUnavailable(error)) {
          queue.length = 0;
          unavailable.push(error);
        } else {
          logger.error({ err: error, organizationId: id }, 'the domain of an organization could not be checked');
        }
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
  if (unavailable.length > 0) throw unavailable[0];
}
