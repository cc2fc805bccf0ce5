import { z } from 'zod';
import { TEXT_LIMIT, WEB_ADDRESS_LIMIT } from '../../domain/text/text-limits.ts';
import { isWebAddressWithoutPassword } from '../../domain/values/web-address.ts';
import type { HttpClient } from '../outgoing/http-client.ts';
import { retryAfterOf } from '../outgoing/retry-after.ts';

export interface ScheduledEvent {
  readonly startsAt: string;
  /** Absent if Calendly names no moment after the start. */
  readonly endsAt?: string;
  /** Null for a place or a call. */
  readonly joinUrl: string | null;
  /** The meeting is being set up: its link follows. */
  readonly isPending: boolean;
}

/** `refused`: this token or event is invalid. `unavailable`: retry later. `reason` is a code for logs. */
export type CalendlyAnswer<Value> =
  | { readonly kind: 'found'; readonly value: Value }
  | { readonly kind: 'refused'; readonly reason: 'unauthorized' | 'not-found' | 'canceled' }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly afterMs: number };

export interface Calendly {
  scheduledEvent(token: string, id: string): Promise<CalendlyAnswer<ScheduledEvent>>;
  owner(token: string): Promise<CalendlyAnswer<{ readonly name: string }>>;
}

const SCHEDULED_EVENT = z.object({
  resource: z.object({
    status: z.string().optional(),
    start_time: z.iso.datetime({ offset: true }),
    end_time: z.iso.datetime({ offset: true }).nullish().catch(null),
    location: z
      .object({ status: z.string().nullish(), join_url: z.string().max(WEB_ADDRESS_LIMIT).nullish() })
      .nullish(),
  }),
});
const USER = z.object({ resource: z.object({ name: z.string().max(TEXT_LIMIT) }) });

/** Calendly has requested the conference from another service. */
const PENDING = ['initiated', 'processing'];

export function createCalendly({
  apiUrl,
  http,
  now,
}: {
  readonly apiUrl: string;
  readonly http: HttpClient;
  readonly now: () => number;
}): Calendly {
  const unavailable = (reason: string, afterMs = 0) => ({ kind: 'unavailable', reason, afterMs }) as const;

  async function get<Schema extends z.ZodType>(
    path: string,
    token: string,
    schema: Schema,
  ): Promise<CalendlyAnswer<z.output<Schema>>> {
    // A header cannot contain a pasted line break.
    if (!/^[\x21-\x7e]+$/.test(token)) return { kind: 'refused', reason: 'unauthorized' };
    const url = `${apiUrl.replace(/(?<!\/)\/+$/, '')}${path}`;
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
    const answer = await http.send({ method: 'GET', url, headers });
    if (answer.kind === 'failed') return unavailable(answer.failure);
    const { status } = answer;
    if (status === 401 || status === 403) return { kind: 'refused', reason: 'unauthorized' };
    if (status === 404) return { kind: 'refused', reason: 'not-found' };
    if (status !== 200) return unavailable(`HTTP ${status}`, retryAfterOf(answer.headers, now()));
    const parsed = schema.safeParse(jsonOf(answer.body));
    return parsed.success ? { kind: 'found', value: parsed.data } : unavailable('unexpected-answer');
  }

  return {
    async scheduledEvent(token, id) {
      const answer = await get(`/scheduled_events/${encodeURIComponent(id)}`, token, SCHEDULED_EVENT);
      if (answer.kind !== 'found') return answer;
      const { status, start_time, end_time, location } = answer.value.resource;
      if (status === 'canceled') return { kind: 'refused', reason: 'canceled' };
      const joinUrl = webAddressOf(location?.join_url);
      const startsAt = new Date(start_time).toISOString();
      // Other lists and clients expect years of four digits, which an offset can leave.
      if (!/^\d{4}-/.test(startsAt)) return unavailable('unexpected-answer');
      const isPending = joinUrl === null && PENDING.includes(location?.status ?? '');
      return { kind: 'found', value: { startsAt, ...endOf(end_time, startsAt), joinUrl, isPending } };
    },
    async owner(token) {
      const answer = await get('/users/me', token, USER);
      return answer.kind === 'found'
        ? { kind: 'found', value: { name: seenName(answer.value.resource.name) } }
        : answer;
    },
  };
}

function endOf(endTime: string | null | undefined, startsAt: string): { readonly endsAt?: string } {
  const endsAt = endTime ? new Date(endTime).toISOString() : '';
  return /^\d{4}-/.test(endsAt) && endsAt > startsAt ? { endsAt } : {};
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * People click on it: a user name in front of the host looks like another host, and so do letters of other scripts and
 * invisible characters, which `href` encodes.
 */
function webAddressOf(url: string | null | undefined): string | null {
  if (!url || !isWebAddressWithoutPassword(url)) return null;
  const { href } = new URL(url);
  return href.length <= WEB_ADDRESS_LIMIT ? href : null;
}

/** Shown within a sentence, so invisible characters, which reverse or break lines, become spaces. */
const seenName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    .trim();
