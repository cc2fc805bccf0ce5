import { createHash } from 'node:crypto';
import { BULK_LIMIT, type RenameAction } from '../../domain/bulk/action.ts';
import { type Bulk, type BulkState, bulk, nextOf } from '../../domain/bulk/bulk.ts';
import type { BulkEvent } from '../../domain/bulk/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
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

/**
 * Starts the bulk changes of one event, which staff can follow and undo. Repeatable: what it has started is not started again.
 * False, and nothing started, while bulk changes of earlier events still write answers that this one renames.
 */
export async function renameAnswers(environment: Environment, changed: ProcessChanged): Promise<boolean> {
  const processId = idOf(changed.stream);
  const { state, events } = await load(environment, processConfig, processId);
  const { renames = [] } = changed.data;
  if (state.kind !== 'process' || renames.length === 0) return true;
  const renaming = events.filter(isRenaming);
  const earlier = await bulksOf(
    environment,
    renaming.filter(({ revision }) => revision < changed.revision),
    renames,
  );
  if (earlier.some(isUnderWay)) return false;
  const later = renaming.filter(({ revision }) => revision > changed.revision);
  const { holdersOf } = await holders(environment, processId);
  for (const rename of renames.map((one) => followed(one, later)).filter((one) => isStillRenamed(one, state.config))) {
    // The read models may not have the results of the earlier ones yet. A row without the answer changes nothing.
    const waiting = new Set([...holdersOf(rename), ...earlier.filter((one) => writes(one, rename)).flatMap(idsIn)]);
    for (let part = 0; ; part += 1) {
      const started = await startPart(environment, changed, { id: partId(changed, rename, part), rename, waiting });
      if (!started) break;
      for (const applicationId of started) waiting.delete(applicationId);
    }
  }
  return true;
}

export const isRenaming = (event: Recorded<AnyEvent>): event is ProcessChanged =>
  event.type === 'ProcessChanged' && (event as ProcessChanged).data.renames !== undefined;

const partId = ({ id }: ProcessChanged, { name, from }: OptionRename, part: number): string =>
  uuidV5(id, 'rename', name, from, String(part));

async function bulksOf(
  environment: Environment,
  events: readonly ProcessChanged[],
  about: readonly OptionRename[],
): Promise<readonly Bulk[]> {
  const found: Bulk[] = [];
  for (const event of events) {
    for (const rename of event.data.renames ?? []) {
      for (let part = 0; about.some(({ name }) => name === rename.name); part += 1) {
        const { state } = await load(environment, bulk, partId(event, rename, part));
        if (state.kind !== 'bulk') break;
        found.push(state);
      }
    }
  }
  return found;
}

const isUnderWay = (one: Bulk): boolean => nextOf(one, 1) !== null;

const writes = ({ action }: Bulk, { name, from }: OptionRename): boolean =>
  action.kind === 'renameOption' && action.name === name && action.to === from;

/** To the words that later changes gave the option. */
function followed(rename: OptionRename, later: readonly ProcessChanged[]): OptionRename {
  let { to } = rename;
  for (const { data } of later) {
    to = data.renames?.find(({ name, from }) => name === rename.name && from === to)?.to ?? to;
  }
  return { ...rename, to };
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

/** Null if no application is left. The id of its command makes a repetition answer with the applications of the first time. */
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
