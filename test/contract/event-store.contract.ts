import { afterAll, beforeAll, describe } from 'vitest';
import { aNewLog } from './event-store/a-new-log.ts';
import { appending } from './event-store/appending.ts';
import { importing } from './event-store/importing.ts';
import type { OpenedEventStore } from './event-store/open-log.ts';
import { reading } from './event-store/reading.ts';
import { reopening } from './event-store/reopening.ts';
import { repeating } from './event-store/repeating.ts';
import { subscribing } from './event-store/subscribing.ts';
import { verifying } from './event-store/verifying.ts';

export function eventStoreContract(
  name: string,
  open: () => Promise<OpenedEventStore>,
  /** Opens an empty log; `open` may open a shared one. */
  openNew = open,
): void {
  describe(`event store: ${name}`, () => {
    let opened: OpenedEventStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.dispose());
    const log = {
      get store() {
        return opened.store;
      },
      async reopen() {
        opened = await opened.reopen();
      },
    };

    appending(log);
    repeating(log);
    importing(log);
    reading(log);
    subscribing(log);
    verifying(log);
    reopening(log);
  });

  aNewLog(name, openNew);
}
