import { batch } from '../../domain/batch/batch.ts';
import { BUILT_IN_CONFIG, type ProcessConfig } from '../../domain/process/config.ts';
import { processConfig } from '../../domain/process/process.ts';
import type { Environment } from '../handling/environment.ts';
import { loadState } from '../handling/load-state.ts';

type Batch = typeof batch.initial;

export interface Program {
  readonly batchId: string;
  readonly batch: Batch;
  readonly config: ProcessConfig;
}

export async function loadProgram(environment: Environment, batchId: string): Promise<Program | undefined> {
  const state = await loadState(environment, batch, batchId);
  if (!state.exists) return undefined;
  return { batchId, batch: state, config: await configOf(environment, state) };
}

/** Undefined for the batch of another organization. */
export async function loadProgramOf(
  environment: Environment,
  batchId: string,
  organizationId: string,
): Promise<Program | undefined> {
  const program = await loadProgram(environment, batchId);
  return program?.batch.organizationId === organizationId ? program : undefined;
}

async function configOf(environment: Environment, { details }: Batch): Promise<ProcessConfig> {
  if (details.processId === null) return BUILT_IN_CONFIG;
  const state = await loadState(environment, processConfig, details.processId);
  return state.kind === 'process' ? state.config : BUILT_IN_CONFIG;
}
