import type { Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import type { ProcessEvent } from '../../domain/process/events.ts';
import { processConfig } from '../../domain/process/process.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { Reaction } from '../outbox/reaction.ts';
import { isRenaming, type ProcessChanged, renameAnswers } from './rename-answers.ts';

/** After the change of the process, so that a crash between the two loses nothing. */
export const createRenameAnswersReaction = (environment: Environment): Reaction => ({
  name: 'renameAnswers',
  deliveriesFor: (event) => (isRenaming(event) ? [{ lane: 'commands' }] : []),
  async carryOut(entry) {
    const { events } = await load(environment, processConfig, idOf(entry.stream), entry.revision);
    const changed = events.find((event: Recorded<ProcessEvent>): event is ProcessChanged => event.id === entry.eventId);
    if (!changed) return { kind: 'failed', reason: 'The event is not in its stream.' };
    const isStarted = await renameAnswers(environment, changed);
    return isStarted ? { kind: 'delivered' } : { kind: 'retry', reason: 'earlier-rename-under-way' };
  },
});
