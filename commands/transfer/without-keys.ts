import { definitionOf } from '../../domain/events.ts';
import { createCodec } from '../event-store/codec.ts';
import type { EventChecker } from './event-lines.ts';

/** As if everyone were erased; reports the subjects of personal data. */
export const checkWithoutKeys = (onSubject: (subject: string) => void = () => {}): EventChecker =>
  createCodec({
    definitionOf,
    keys: {
      ensure: () => Promise.reject(new Error('Nothing is written here')),
      async getMany(subjects) {
        const asked = [...subjects];
        asked.forEach(onSubject);
        return new Map(asked.map((subject) => [subject, 'erased']));
      },
      evict: () => {},
    },
  });

export const WITHOUT_KEYS = checkWithoutKeys();
