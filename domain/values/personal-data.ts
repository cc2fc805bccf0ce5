import { z } from 'zod';
import { defineEvent } from '../event-sourcing/event.ts';

/** What stands where an erased person's words stood. */
export const ERASED = '[erased]';

/** On the stream of a user or an application: every read model folds it by blanking. */
export const PersonalDataErased = defineEvent({
  type: 'PersonalDataErased',
  audience: { onApplication: { document: 'application' }, onUser: { document: 'account' } },
  data: z.object({}),
});
