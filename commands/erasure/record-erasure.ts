import { application } from '../../domain/application/application.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { file } from '../../domain/file/file.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context/context.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { handle } from '../handling/handle.ts';

const ERASE = [{ type: 'ErasePersonalData', data: {} }] as const;
const DELETE = [{ type: 'DeleteFile', data: { reason: 'erased' } }] as const;

/** So that read models blank the data; once. */
export async function recordErasure(environment: { readonly log: EventLog }, subject: string, by: CommandContext) {
  const id = idOf(subject);
  const [first] = await environment.log.readStream(subject);
  const context = { ...by, organizationId: by.organizationId ?? first?.metadata.organizationId ?? null };
  switch (categoryOf(subject)) {
    case user.category:
      return handle(environment, user, id, ERASE, context);
    case application.category:
      return handle(environment, application, id, ERASE, context);
    case file.category:
      return handle(environment, file, id, DELETE, context);
    default:
      throw new Error(`${subject} belongs to no person`);
  }
}
