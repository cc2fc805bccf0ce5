import { counted } from '../../../../domain/text/counted.ts';
import type { Meaning } from '../../shared/theme/tokens.ts';
import type { ProjectionOverview } from './queries.ts';

type Shown = Pick<
  ProjectionOverview,
  'kind' | 'name' | 'state' | 'lag' | 'eventsPerSecond' | 'movement' | 'rebuild' | 'quarantined' | 'events'
>;

const whole = (count: number): string => Math.round(count).toLocaleString('en');

/** A school's report is named by its id only, because creators of other schools read this page. */
export function titleOf({ kind, name }: Pick<Shown, 'kind' | 'name'>): string {
  if (kind === 'portal') return name;
  return kind === 'file'
    ? `${name.replace(/^file-/, '')}.ts`
    : `Saved report ${name.replace(/^report-/, '').slice(0, 8)}`;
}

export const KINDS: Readonly<Record<Shown['kind'], string>> = {
  portal: 'The portal’s own',
  file: 'Analysts’ files',
  report: 'Saved reports',
};

/** Events that the log has for it and that it was not given; negative if it was given too many. */
export const missingIn = (events: Shown['events']): number => (events === null ? 0 : events.expected - events.taken);

/** A read model is stuck if it does not move; a rebuild that makes progress is never stuck. */
export function standingOf({ state, lag, eventsPerSecond, movement, quarantined, events }: Shown): {
  word: string;
  meaning: Meaning;
} {
  if (state === 'faulted') return { word: 'Stopped', meaning: 'problem' };
  if (movement.isStuck) {
    const seconds = Math.round(movement.stillForMs / 1000);
    const behind = lag > 0 ? `${whole(lag)} behind, ` : '';
    return { word: `Stuck: ${behind}${whole(eventsPerSecond)} events/s for ${whole(seconds)} s`, meaning: 'problem' };
  }
  const missing = missingIn(events);
  if (missing !== 0) {
    const word = missing > 0 ? 'missing' : 'too many';
    return { word: `${counted(Math.abs(missing), 'event', 'events')} ${word}`, meaning: 'problem' };
  }
  if (quarantined.count > 0) {
    return { word: `${counted(quarantined.count, 'document', 'documents')} stopped`, meaning: 'problem' };
  }
  if (state === 'building') return { word: 'Being built', meaning: 'attention' };
  if (lag === 0) return { word: 'Up to date', meaning: 'good' };
  return { word: `${whole(lag)} behind`, meaning: 'neutral' };
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

export function sizeInWords(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? whole(value) : value.toFixed(1)} ${UNITS[step]}`;
}

export function progressInWords({ share, done, total, eventsPerSecond, etaMs }: NonNullable<Shown['rebuild']>): string {
  const left = etaMs > 0 ? `, ${whole(Math.ceil(etaMs / 1000))} s left` : '';
  return `${Math.floor(share * 100)}% · ${whole(done)} of ${whole(total)} events · ${whole(eventsPerSecond)}/s${left}`;
}
