import { z } from 'zod';
import { defineEvent } from '../event-sourcing/event.ts';

/** Shown instead of an erased person's words. */
export const ERASED = '[erased]';

/** In the stream of a user or an application; every read model folds it by blanking. */
export const PersonalDataErased = defineEvent({
  type: 'PersonalDataErased',
  audience: { onApplication: { document: 'application' }, onUser: { document: 'account' } },
  data: z.object({}),
});
