import { createHash } from 'node:crypto';
import { BULK_LIMIT, type RenameAction } from '../../domain/bulk/action.ts';
import { type BulkState, bulk } from '../../domain/bulk/bulk.ts';
import type { BulkEvent } from '../../domain/bulk/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import type { ProcessEvent } from '../../domain/process/events.ts';
import { definitionsOf } from '../../domain/process/fields.ts';
import { type OptionRename, optionsGone } from '../../domain/process/impact.ts';
import { processConfig } from '../../domain/process/process.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { admitBulks, type BulkEnvironment } from '../bulk/start-bulk.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';

export type ProcessChanged = Recorded<Extract<ProcessEvent, { type: 'ProcessChanged' }>>;

interface Change {
  readonly before: ProcessConfig;
  readonly after: ProcessConfig;
  readonly renames: readonly OptionRename[];
}

/** Before the process changes, so that nothing is refused afterwards. Counts the bulk changes that follow. */
export async function mayRenameAnswers(
  environment: BulkEnvironment,
  processId: string,
  { before, after, renames }: Change,
  context: CommandContext,
): Promise<Result<null>> {
  const renamed = optionsGone(before, after);
  const isKnown = ({ name, from, to }: OptionRename) =>
    renamed.some((one) => one.name === name && one.option === from && one.renamedTo === to);
  const isTwice = new Set(renames.map(({ name, from }) => JSON.stringify([name, from]))).size < renames.length;
  if (isTwice || !renames.every(isKnown)) {
    const message = TEXTS.processes.optionNotRenamed;
    return reject('refused', message, [{ field: 'renames', message }]);
  }
  if (renames.length === 0) return accept(null);
  const { holdersOf } = await holders(environment, processId);
  const amount = renames.reduce((sum, rename) => sum + Math.ceil(holdersOf(rename).length / BULK_LIMIT), 0);
  return amount === 0 ? accept(null) : admitBulks(environment, amount, context);
}

/** Starts the bulk changes of one event, which staff can follow and undo. Repeatable: what it has started is not started again. */
export async function renameAnswers(environment: Environment, changed: ProcessChanged): Promise<void> {
  const processId = idOf(changed.stream);
  const { state } = await load(environment, processConfig, processId);
  const { renames = [] } = changed.data;
  if (state.kind !== 'process' || renames.length === 0) return;
  const { holdersOf } = await holders(environment, processId);
  for (const rename of renames.filter((one) => isStillRenamed(one, state.config))) {
    const waiting = new Set(holdersOf(rename));
    for (let part = 0; ; part += 1) {
      const id = uuidV5(changed.id, 'rename', rename.name, rename.from, String(part));
      const started = await startPart(environment, changed, { id, rename, waiting });
      if (!started) break;
      for (const applicationId of started) waiting.delete(applicationId);
    }
  }
}

/** A later change may have brought the former words back. */
function isStillRenamed({ name, from, to }: OptionRename, config: ProcessConfig): boolean {
  const options = definitionsOf(name, config).flatMap((one) => one.options ?? []);
  return options.includes(to) && !options.includes(from);
}

const idsIn = (state: BulkState): readonly string[] =>
  state.kind === 'bulk' ? state.rows.map(({ applicationId }) => applicationId) : [];

interface Part {
  readonly id: string;
  readonly rename: OptionRename;
  readonly waiting: ReadonlySet<string>;
}

/** Null if nobody is left. The id of its command makes a repetition answer with the applications of the first time. */
async function startPart(
  environment: Environment,
  { id: eventId, metadata, data: { config } }: ProcessChanged,
  { id, rename: { name, from, to }, waiting }: Part,
): Promise<readonly string[] | null> {
  const { organizationId, actor } = metadata;
  const applicationIds = [...waiting].slice(0, BULK_LIMIT);
  if (applicationIds.length === 0 || organizationId === null) return null;
  const label = definitionsOf(name, config)[0]?.label ?? name;
  const action: RenameAction = { kind: 'renameOption', name, label, from, to };
  const command = { type: 'StartBulkChange', data: { organizationId, action, applicationIds } } as const;
  const started = await handle<BulkState, BulkEvent, typeof command>(environment, bulk, id, [command], {
    at: new Date(environment.now()).toISOString(),
    actor: { ...actor, roles: [], isCreator: false },
    organizationId,
    commandId: uuidV5(id, 'start'),
    commandHash: createHash('sha256').update(id).digest('hex'),
    correlationId: id,
    causationId: eventId,
  });
  if (!started.ok) throw new Error(`The answers to ${name} cannot be renamed: ${started.rejection.message}`);
  return idsIn(started.value.state);
}

async function holders({ queries }: Pick<Environment, 'queries'>, processId: string) {
  const applications = await queries.applicationsInProgress(processId);
  return {
    holdersOf: ({ name, from }: OptionRename): readonly string[] =>
      applications.filter(({ values }) => values[name] === from).map(({ _id }) => _id),
  };
}
