import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, reject } from '../event-sourcing/decision.ts';
import { QUOTAS } from '../limits/quotas.ts';
import { cutText } from '../text/cut-text.ts';
import { TEXTS } from '../text/texts.ts';
import type { ActivityAction } from './actions.ts';
import type { ActivityEvent } from './events.ts';

export interface ActivityEntry {
  readonly action: ActivityAction;
  readonly actionDetails: string | null;
  /** The applicant's own clock, ISO-8601 UTC. */
  readonly timestamp: string;
}

export interface ActivityState {
  /** Keys of the latest entries: an entry that a browser repeats is recorded once. */
  readonly recorded: readonly string[];
  readonly count: number;
}

export type ActivityCommand = {
  readonly type: 'RecordActivity';
  readonly data: { readonly entries: readonly ActivityEntry[] };
};

const BEGINNING = Date.parse('2021-11-12T00:00:00Z');
const CLOCK_AHEAD_MS = 5 * 60_000;
const DETAILS_LIMIT = 500;
const REMEMBERED = 500;

/** The applicant's activity on one application, in the stream `activity-{applicationId}`. */
export const activity = aggregate<ActivityState, ActivityEvent, ActivityCommand>({
  category: 'activity',
  initial: { recorded: [], count: 0 },

  evolve: {
    ActivityRecorded: ({ recorded, count }, { data, personal }) => ({
      count: count + 1,
      recorded: [...recorded.slice(1 - REMEMBERED), keyOf({ ...data, actionDetails: personal?.actionDetails ?? null })],
    }),
  },

  decide: {
    RecordActivity: ({ entries }, { recorded, count }, { at }) => {
      if (entries.some(({ timestamp }) => Number.isNaN(Date.parse(timestamp)))) {
        return reject('malformed', TEXTS.applications.activityTimeInvalid);
      }
      const latest = Date.parse(at) + CLOCK_AHEAD_MS;
      if (entries.some(({ timestamp }) => Date.parse(timestamp) < BEGINNING || Date.parse(timestamp) > latest)) {
        return reject('refused', TEXTS.applications.activityTimeOutside);
      }
      const unseen = new Map(entries.map(trimmed).map((entry) => [keyOf(entry), entry]));
      const known = new Set(recorded);
      const added = [...unseen].filter(([key]) => !known.has(key));
      const limit = QUOTAS.application.activity;
      if (added.length > 0 && count + added.length > limit) return reject('refused', TEXTS.quotas.activity(limit));
      return accept(
        added.map(([, { actionDetails, ...data }]) => ({
          type: 'ActivityRecorded',
          data,
          personal: { actionDetails },
        })),
      );
    },
  },
});

const trimmed = ({ action, actionDetails, timestamp }: ActivityEntry): ActivityEntry => ({
  action,
  actionDetails: typeof actionDetails === 'string' ? cutText(actionDetails, DETAILS_LIMIT) : null,
  timestamp: new Date(timestamp).toISOString(),
});

const keyOf = ({ action, actionDetails, timestamp }: ActivityEntry) => `${timestamp} ${action} ${actionDetails ?? ''}`;
