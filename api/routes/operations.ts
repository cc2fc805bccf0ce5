import type { BackupHealth } from '../../commands/transfer/backup-status.ts';
import { can } from '../../domain/access/policy.ts';
import { accept } from '../../domain/event-sourcing/decision.ts';
import { createReadiness, OBSTACLES } from '../composition/readiness.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { sendProblem } from '../http/problems.ts';
import { type Route, route, type Target } from '../http/route.ts';
import { docsPage } from '../pages/docs-page.ts';
import { type OpenApiDocument, openApiDocument } from '../pages/openapi.ts';
import { REPAIR } from '../storage/repair.ts';

/** These calls are about the service, not about an organization. */
const target = async (): Promise<Target> => ({ isPublic: true });

function shown(standing: BackupHealth | null, isOperator: boolean) {
  if (!standing) return null;
  const { state, record } = standing;
  if (!isOperator || !record) return { state };
  const { newestAt, lackingFiles, triedAt, failure } = record;
  return { state, newestAt, lackingFiles, triedAt, failure };
}

let described: OpenApiDocument | undefined;
/** Built at the first request, because the schemas of all calls would slow down the start. */
const description = (): OpenApiDocument => {
  described ??= openApiDocument();
  return described;
};

export function operationRoutes({ engine, guard, metrics, stores, outages, backups }: Services): readonly Route[] {
  const readiness = createReadiness({ engine, guard, stores, outages, backups });
  return [
    route(ENDPOINTS.healthz, {
      target,
      handle: async () => accept({ status: 'ok' as const }),
    }),
    route(ENDPOINTS.readyz, {
      target,
      async handle({ response, context: { actor } }) {
        const { obstacle, faulted, quarantined, backups: standing, warnings } = await readiness();
        const isOperator = can(actor, 'metrics.read');
        const listed = quarantined.map(({ ids, ...counted }) => (isOperator ? { ...counted, ids } : counted));
        const report = {
          backups: shown(standing, isOperator),
          warnings: warnings.map(({ field, message, forOperators }) => ({
            field,
            message: isOperator ? (forOperators ?? message) : message,
          })),
        };
        if (obstacle) {
          const message = OBSTACLES[obstacle];
          const damage = obstacle === 'damaged' && isOperator && guard.damage;
          const errors = [
            ...faulted.map((field) => ({ field, message: OBSTACLES.faulted })),
            ...(damage ? [{ field: 'log', message: `${damage.what} (found ${damage.foundAt}). ${REPAIR}` }] : []),
          ];
          response.setHeader('Retry-After', '1');
          sendProblem(response, 503, message, errors.length > 0 ? errors : undefined, {
            ...(listed.length > 0 && { quarantined: listed }),
            ...(report.backups && { backups: report.backups }),
            ...(report.warnings.length > 0 && { warnings: report.warnings }),
          });
        }
        return accept({ status: 'ready' as const, quarantined: listed, ...report });
      },
    }),
    route(ENDPOINTS.metrics, {
      target,
      handle: async () => accept(await metrics.text()),
    }),
    route(ENDPOINTS.openapi, {
      target,
      handle: async () => accept(description()),
    }),
    route(ENDPOINTS.docs, {
      target,
      handle: async () => accept(docsPage(description())),
    }),
  ];
}
