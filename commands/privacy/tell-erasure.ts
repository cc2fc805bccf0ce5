import { application } from '../../domain/application/application.ts';
import { categoryOf, idOf } from '../../domain/streams.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { handle } from '../handle.ts';

const ERASE = [{ type: 'ErasePersonalData', data: {} }] as const;

/** Tells the log that the key of a subject is gone, so that every read model blanks what it holds; once, however often it is told. */
export const tellErasure = (environment: { readonly log: EventLog }, subject: string, context: CommandContext) =>
  categoryOf(subject) === user.category
    ? handle(environment, user, idOf(subject), ERASE, context)
    : handle(environment, application, idOf(subject), ERASE, context);
