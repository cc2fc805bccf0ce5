import { Counter, type Registry } from 'prom-client';
import type { CommandReport } from '../../commands/handling/environment.ts';
import { SubjectErased } from '../../commands/vault/subject-keys.ts';
import { activity } from '../../domain/activity/activity.ts';
import { application } from '../../domain/application/application.ts';
import { bulk } from '../../domain/bulk/bulk.ts';
import { dataExport } from '../../domain/data-export/data-export.ts';
import { Unstorable } from '../../domain/event-sourcing/storable.ts';
import { file } from '../../domain/file/file.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { registry as names } from '../../domain/registry/registry.ts';
import { solution } from '../../domain/solution/solution.ts';
import { user } from '../../domain/user/user.ts';
import { KINDS } from '../kinds/kinds.ts';
import { isUnavailable } from '../runtime/unavailable.ts';

const AGGREGATES = [
  ...Object.values(KINDS).map(({ aggregate }) => aggregate),
  activity,
  application,
  bulk,
  dataExport,
  file,
  paymentAccount,
  names,
  solution,
  user,
];
const UNDECIDED = '(undecided)';
const OUTCOMES = ['accepted', 'refused', 'conflict', 'unavailable', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Includes commands of reactions, timers and bulk changes. Both labels come from the aggregates. */
export function createCommandMetrics(registry: Registry): (report: CommandReport) => void {
  const commands = new Counter({
    name: 'intake_commands_total',
    help: 'Decided commands by stream category, type and outcome: accepted, refused, conflict, unavailable, failed',
    labelNames: ['category', 'type', 'outcome'],
    registers: [registry],
  });
  for (const { category, commands: types } of AGGREGATES)
    for (const type of [...types, UNDECIDED])
      for (const outcome of OUTCOMES) commands.inc({ category, type, outcome }, 0);
  return (report) => {
    const { category, types } = report;
    const outcome = outcomeOf(report);
    const counted = types.length === 0 && outcome !== 'accepted' ? [UNDECIDED] : types;
    for (const type of counted) commands.inc({ category, type, outcome });
  };
}

function outcomeOf({ refusal, error }: CommandReport): Outcome {
  if (isUnavailable(error)) return 'unavailable';
  if (error !== undefined) return isOfInput(error) ? 'refused' : 'failed';
  if (refusal === null) return 'accepted';
  return refusal === 'conflict' ? 'conflict' : 'refused';
}

/** The API answers these with a refusal. */
const isOfInput = (error: unknown): boolean =>
  error instanceof SubjectErased || (error instanceof Unstorable && error.kind !== 'not JSON');
