import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { processConfig } from '../../domain/process/process.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

export async function checkProcess(
  environment: Pick<Environment, 'log'>,
  organizationId: string,
  processId: string | null | undefined,
): Promise<Result<null>> {
  if (processId === null || processId === undefined || processId === '') return accept(null);
  const { state } = await load(environment, processConfig, processId);
  if (state.kind === 'process' && state.organizationId === organizationId) return accept(null);
  const message = TEXTS.batches.processMissing;
  return reject('refused', message, [{ field: 'processId', message }]);
}
