import { definitionOf } from '../../domain/events.ts';
import { createCodec } from '../event-store/codec.ts';
import type { EventChecker } from './event-lines.ts';

/** Looks at everything but personal data, as if everybody were erased. */
export const WITHOUT_KEYS: EventChecker = createCodec({
  definitionOf,
  keys: {
    ensure: () => Promise.reject(new Error('Nothing is written here')),
    getMany: async (subjects) => new Map([...subjects].map((subject) => [subject, 'erased'])),
    forget: () => {},
  },
});
