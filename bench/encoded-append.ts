import { randomBytes, randomUUID } from 'node:crypto';
import { createCodec } from '../commands/event-store/codec.ts';
import { createEventLog } from '../commands/event-store/encoded-event-log.ts';
import { SYSTEM } from '../domain/actor.ts';
import type { AnyEvent, Recorded } from '../domain/event.ts';
import { definitionOf } from '../domain/events.ts';
import { type AppenderOf, benchAppend } from './append.ts';
import type { Row } from './row.ts';

/** Comments as staff write them: schema, sealed text, hash chain. */
const encodedAppender: AppenderOf = (store) => {
  const key = randomBytes(32);
  const keys = { ensure: async () => key, getMany: async () => new Map(), forget: () => {} };
  const log = createEventLog({ store, codec: createCodec({ definitionOf, keys }) });
  const stream = `application-${randomUUID()}`;
  let last: Recorded<AnyEvent> | undefined;
  return async () => {
    const comment = {
      type: 'CommentAdded',
      data: { commentId: randomUUID() },
      personal: { message: 'Called; the documents follow on Friday.' },
    };
    const { events } = await log.append(stream, last, [comment], {
      at: new Date().toISOString(),
      actor: SYSTEM,
      organizationId: stream,
      commandId: randomUUID(),
      commandHash: 'a'.repeat(64),
      correlationId: stream,
      causationId: null,
    });
    last = events[0];
  };
};

export const benchEncodedAppend = (): Promise<Row[]> => benchAppend('with codec', encodedAppender);
