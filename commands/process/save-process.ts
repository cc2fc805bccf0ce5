import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { checkConfig, refusalOfLists, withStepIds } from '../../domain/process/check-config.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { withBlockIds } from '../../domain/process/content-blocks.ts';
import type { ProcessEvent } from '../../domain/process/events.ts';
import type { OptionRename } from '../../domain/process/impact.ts';
import { type ProcessCommand, processConfig } from '../../domain/process/process.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { refusalOfDocument } from '../documents/create-document.ts';
import {
  applyChanges,
  diffDocument,
  type FieldShapes,
  type JsonObject,
  rejectConflicts,
} from '../handling/diff-document.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, type Loaded, load } from '../handling/handle.ts';
import { checkReferences } from './check-references.ts';

type State = typeof processConfig.initial;
export type SavedProcess = Handled<State, ProcessEvent>;

const FORM_FIELDS = { list: { key: 'name', isOrdered: true } } as const;
const FORM = { object: { route: 'value', method: 'value', title: 'value', fields: FORM_FIELDS } } as const;

/** For merging: steps and content blocks by `_id`, fields by name. */
const SHAPES: FieldShapes = {
  label: 'value',
  requestSignup: 'value',
  fields: { list: { key: 'name', isOrdered: true } },
  applicationForm: FORM,
  applicationDetailsSteps: {
    list: {
      key: '_id',
      isOrdered: true,
      item: {
        title: 'value',
        subtitle: 'value',
        visibilityCondition: 'value',
        completionCondition: 'value',
        content: {
          list: { key: '_id', isOrdered: true, item: { markdown: 'value', condition: 'value', integrations: 'value' } },
        },
        configuration: FORM,
        availablePaymentModels: 'value',
        assessmentIds: 'value',
      },
    },
  },
};

export async function createProcess(
  environment: Environment,
  { organizationId, json }: { readonly organizationId: string; readonly json: unknown },
  context: CommandContext,
): Promise<Result<SavedProcess>> {
  const config = readConfig(json, context);
  if (!config.ok) return config;
  const references = await checkReferences(environment, organizationId, config.value);
  if (!references.ok) return references;
  const data = { organizationId, config: config.value };
  const id = uuidV5(context.commandId, 'process');
  const full = await refusalOfDocument(environment, processConfig, { organizationId, id });
  if (full) return full;
  return handle(environment, processConfig, id, [{ type: 'CreateProcess', data }], { ...context, organizationId });
}

export interface ProcessChange {
  readonly processId: string;
  readonly json: unknown;
  readonly version?: number | null;
  /** Recorded with the change; a reaction renames the answers. */
  readonly renames?: readonly OptionRename[];
}

/**
 * With a version, only the editor's differences change, and conflicts are refused; else the text replaces the config.
 * `confirm` may refuse what the change would do.
 */
export async function changeProcess(
  environment: Environment,
  input: ProcessChange,
  context: CommandContext,
  confirm?: (preview: Pick<Preview, 'before' | 'after'>) => Promise<Result<null>>,
): Promise<Result<SavedProcess>> {
  const preview = await previewOf(environment, input, context);
  // A retry gets the recorded answer, whatever has happened to the process since.
  if (!preview.ok) return handle(environment, processConfig, input.processId, () => preview, context);
  const isRetry = preview.value.loaded.events.some(({ metadata }) => metadata.commandId === context.commandId);
  const confirmed = confirm && !isRetry ? await confirm(preview.value) : accept(null);
  if (!confirmed.ok) return handle(environment, processConfig, input.processId, () => confirmed, context);
  const { loaded, after } = preview.value;
  const { renames = [] } = input;
  return handle(
    environment,
    processConfig,
    input.processId,
    (current) => {
      const config = current.revision === loaded.revision ? accept(after) : changedConfig(current, input, context);
      if (!config.ok) return config;
      return accept<ProcessCommand[]>([{ type: 'ChangeProcess', data: { config: config.value, renames } }]);
    },
    context,
    { loaded },
  );
}

interface Preview {
  readonly loaded: Loaded<State, ProcessEvent>;
  readonly before: ProcessConfig;
  readonly after: ProcessConfig;
}

export const previewProcess = (
  environment: Pick<Environment, 'log'>,
  input: ProcessChange,
  context: CommandContext,
): Promise<Result<Pick<Preview, 'before' | 'after'>>> => previewOf(environment, input, context);

async function previewOf(
  environment: Pick<Environment, 'log'>,
  input: ProcessChange,
  context: CommandContext,
): Promise<Result<Preview>> {
  const loaded = await load(environment, processConfig, input.processId);
  const after = changedConfig(loaded, input, context);
  if (!after.ok || loaded.state.kind !== 'process') return after.ok ? reject('not-found', '') : after;
  const { organizationId, config: before } = loaded.state;
  const references = await checkReferences(environment, organizationId, after.value, before);
  return references.ok ? accept({ loaded, before, after: after.value }) : references;
}

function changedConfig(
  loaded: Loaded<State, ProcessEvent>,
  { json, version = null }: ProcessChange,
  context: CommandContext,
): Result<ProcessConfig> {
  if (loaded.state.kind !== 'process') return reject('not-found', TEXTS.access.notFound);
  const payload = parseConfig(json, context);
  if (!payload.ok) return payload;
  // Merging joins equal elements, so lists are measured before it.
  const tooLong = refusalOfLists(payload.value, loaded.state.config);
  if (tooLong) return tooLong;
  const merged = merge(loaded, payload.value, version);
  return merged.ok ? checkConfig(merged.value, loaded.state.config) : merged;
}

/** Refused while batches use it. */
export async function deleteProcess(
  environment: Environment,
  { processId }: { readonly processId: string },
  context: CommandContext,
): Promise<Result<SavedProcess>> {
  const batches = await environment.queries.batchesOfProcess(processId);
  const command = { type: 'DeleteProcess', data: { usedBy: batches.map(({ name }) => name) } } as const;
  // Of what is deleted only a repetition of its deletion is accepted.
  const choose = ({ state }: Loaded<State, ProcessEvent>) =>
    state.kind === 'process' ? accept([command]) : reject('not-found', TEXTS.access.notFound);
  return handle(environment, processConfig, processId, choose, context);
}

function merge(
  { state, events, revision }: Loaded<State, ProcessEvent>,
  payload: unknown,
  version: number | null,
): Result<unknown> {
  if (version === null || state.kind !== 'process' || !isObject(payload)) return accept(payload);
  const base = version === revision ? state.config : configAt(events, version);
  if (!base || version > revision) return reject('malformed', TEXTS.documents.versionUnknown);
  const { sides, withoutIds } = withBlockIds({ base, current: state.config, payload });
  const { changes, conflicts } = diffDocument({ ...sides, fields: SHAPES });
  if (conflicts.length > 0) return rejectConflicts(conflicts);
  return accept(withoutIds(applyChanges(sides.current, changes, SHAPES)));
}

function configAt(events: Loaded<State, ProcessEvent>['events'], version: number): ProcessConfig | undefined {
  const state = events
    .filter(({ revision }) => revision <= version)
    .reduce((before, event) => processConfig.evolve(before, event), processConfig.initial);
  return state.kind === 'process' ? state.config : undefined;
}

function readConfig(json: unknown, context: CommandContext): Result<ProcessConfig> {
  const parsed = parseConfig(json, context);
  return parsed.ok ? checkConfig(parsed.value) : parsed;
}

function parseConfig(json: unknown, { commandId }: CommandContext): Result<unknown> {
  try {
    const config: unknown = typeof json === 'string' ? JSON.parse(json) : json;
    return accept(withStepIds(config, (label) => uuidV5(commandId, label)));
  } catch (error) {
    const message = TEXTS.processes.notJson(error instanceof Error ? error.message : '');
    return reject('refused', message, [{ field: 'json', message }]);
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
