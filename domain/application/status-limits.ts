import { z } from 'zod';
import { TEXTS } from '../text/texts.ts';
import { canBeLimit, MAX_LIMIT_DAYS } from './overdue.ts';
import { APPLICATION_STATUSES } from './statuses.ts';

export const STATUS_LIMIT = z.object({ status: z.enum(APPLICATION_STATUSES), days: z.number().int() });
export type StatusLimit = z.infer<typeof STATUS_LIMIT>;

export function faultOfLimits(limits: readonly StatusLimit[]): string | null {
  for (const [n, { status, days }] of limits.entries()) {
    if (!canBeLimit(days)) return TEXTS.organizations.statusLimitInvalid(MAX_LIMIT_DAYS);
    if (limits.findIndex((other) => other.status === status) !== n) return TEXTS.organizations.statusLimitTwice(status);
  }
  return null;
}
