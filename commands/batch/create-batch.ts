import { type BatchState, batch } from '../../domain/batch/batch.ts';
import type { BatchDetails, BatchEvent } from '../../domain/batch/events.ts';
import type { BatchStatus } from '../../domain/batch/status.ts';
import type { Wanted } from '../../domain/configuration/field-rules.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { refusalOfDocument } from '../documents/create-document.ts';
import { lookUpFiles } from '../file/referred-files.ts';
import type { Environment } from '../handling/environment.ts';
import type { Handled } from '../handling/handle.ts';
import { handleNamed } from '../registry/handle-named.ts';
import { batchNamesOf } from './batch-names.ts';
import { checkAssessments } from './check-assessments.ts';
import { checkProcess } from './check-process.ts';

export interface CreateBatch {
  readonly organizationId: string;
  readonly details: Wanted<BatchDetails>;
  /** Pictures that are served with the web client; they are not looked up among the uploads. */
  readonly pictures?: Pick<Wanted<BatchDetails>, 'iconFile' | 'bannerFile'>;
  readonly status?: BatchStatus | null;
}

export async function createBatch(
  environment: Environment,
  { organizationId, details, pictures, status }: CreateBatch,
  context: CommandContext,
): Promise<Result<Handled<BatchState, BatchEvent>>> {
  const process = await checkProcess(environment, organizationId, details.processId);
  if (!process.ok) return process;
  const assessments = await checkAssessments(environment, organizationId, details.assessmentIds);
  if (!assessments.ok) return assessments;
  const id = uuidV5(context.commandId, 'batch');
  const full = await refusalOfDocument(environment, batch, { organizationId, id });
  if (full) return full;
  const files = await lookUpFiles(environment, details);
  const stored = files.check(details, { organizationId, target: 'batch', id, holds: null });
  const data = {
    organizationId,
    details: { ...files.named(withoutNulls(details)), ...pictures },
    ...(status ? { status } : {}),
  };
  return handleNamed(
    environment,
    batch,
    id,
    batchNamesOf(organizationId),
    () => (stored.ok ? accept([{ type: 'CreateBatch', data }]) : stored),
    { ...context, organizationId },
  );
}

const withoutNulls = (details: Wanted<BatchDetails>): Wanted<BatchDetails> =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
