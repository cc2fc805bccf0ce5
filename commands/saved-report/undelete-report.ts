import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { report } from '../../domain/saved-report/report.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { handle } from '../handling/handle.ts';

/** Saves a deleted report once more under its id, so that links to it work again. Its figures are built anew. */
export async function undeleteReport(
  environment: Environment,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  context: CommandContext,
) {
  const { reports: most } = QUOTAS.organization;
  const count = await environment.queries.countDocuments(report.category, organizationId);
  return handle(
    environment,
    report,
    id,
    ({ state: { kind, details } }): Result<readonly Parameters<typeof report.decide>[0][]> => {
      if (kind === 'document') return accept([]);
      if (kind === 'nothing') return reject('not-found', TEXTS.access.notFound);
      if (count >= most) return reject('refused', TEXTS.savedReports.tooMany(most));
      return accept([{ type: 'Create', data: { organizationId, details } }]);
    },
    context,
  );
}
