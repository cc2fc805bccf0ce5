import { BULK_LIMIT, type RenameAction } from '../../domain/bulk/action.ts';
import { type BulkState, bulk } from '../../domain/bulk/bulk.ts';
import type { BulkEvent } from '../../domain/bulk/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { definitionsOf } from '../../domain/process/fields.ts';
import { type OptionRename, optionsGone } from '../../domain/process/impact.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { admitBulks, type BulkEnvironment } from '../bulk/start-bulk.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';

/** Before the process changes, so that nothing is refused afterwards. */
export async function mayRenameAnswers(
  environment: BulkEnvironment,
  { before, after }: { readonly before: ProcessConfig; readonly after: ProcessConfig },
  renames: readonly OptionRename[],
  context: CommandContext,
): Promise<Result<null>> {
  const renamed = optionsGone(before, after);
  const isKnown = ({ name, from, to }: OptionRename) =>
    renamed.some((one) => one.name === name && one.option === from && one.renamedTo === to);
  if (!renames.every(isKnown)) {
    const message = TEXTS.processes.optionNotRenamed;
    return reject('refused', message, [{ field: 'renames', message }]);
  }
  return renames.length === 0 ? accept(null) : admitBulks(environment, renames.length, context);
}

/** Starts one bulk change for each option, which staff can follow and undo. Repeatable with the same context. */
export async function renameAnswers(
  environment: Environment,
  {
    organizationId,
    config,
    renames,
    holdersOf,
  }: {
    readonly organizationId: string;
    readonly config: ProcessConfig;
    readonly renames: readonly OptionRename[];
    /** The applications whose answer is the option. */
    readonly holdersOf: (rename: OptionRename) => readonly string[];
  },
  context: CommandContext,
): Promise<readonly Handled<BulkState, BulkEvent>[]> {
  const started: Handled<BulkState, BulkEvent>[] = [];
  for (const rename of renames) {
    const { name, from, to } = rename;
    const label = definitionsOf(name, config)[0]?.label ?? name;
    const action: RenameAction = { kind: 'renameOption', name, label, from, to };
    const holders = holdersOf(rename);
    for (let start = 0; start < holders.length; start += BULK_LIMIT) {
      const applicationIds = holders.slice(start, start + BULK_LIMIT);
      // A repetition after a crash finds fewer holders: those that are left, whatever part they were in.
      const id = uuidV5(context.commandId, 'rename', name, from, applicationIds[0] ?? '');
      const command = { type: 'StartBulkChange', data: { organizationId, action, applicationIds } } as const;
      const one = await handle(environment, bulk, id, [command], { ...context, correlationId: id });
      if (!one.ok) throw new Error(`The answers to ${name} cannot be renamed: ${one.rejection.message}`);
      started.push(one.value);
    }
  }
  return started;
}
