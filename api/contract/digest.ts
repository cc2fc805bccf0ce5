import { z } from 'zod';
import { ID_LIMIT } from '../../domain/text/text-limits.ts';
import { END_DIGEST_CALL } from '../../domain/values/pages.ts';
import { endpoint } from './endpoint.ts';
import { published } from './published.ts';
import { messageSchema } from './values.ts';

const digestSchema = z.object({
  /** Null while the person gets none. */
  timeZone: z.string().nullable(),
});

export const getDailyDigest = endpoint({
  method: 'GET',
  path: '/api/daily-digest',
  capability: 'account.manageOwn',
  summary: 'Whether this person gets a daily email of what is new, overdue and planned, and in which time zone.',
  response: digestSchema,
});
export const changeDailyDigest = endpoint({
  method: 'PUT',
  path: '/api/daily-digest',
  capability: 'account.manageOwn',
  summary:
    'Switches the daily email on or off. It comes in the morning of `timeZone`, by default that of the school. Only members of a school can switch it on.',
  body: z.object({
    isOn: z.boolean(),
    timeZone: published(z.string().max(ID_LIMIT), {
      type: 'string',
      enum: ['UTC', ...Intl.supportedValuesOf('timeZone')],
    }).optional(),
  }),
  response: digestSchema,
});
export const endDailyDigest = endpoint({
  method: 'POST',
  path: END_DIGEST_CALL,
  secretParam: 'key',
  ignoresBody: true,
  capability: 'digest.end',
  summary:
    'Ends the daily email of the person to whom this link was sent (RFC 8058); no session is needed. A body is ignored. The same address is a page that asks first.',
  params: z.object({ key: z.string().min(1).max(ID_LIMIT) }),
  response: messageSchema,
});
