import { NO_TRACKING } from '../../domain/application/events.ts';
import type { ApplicationStatus } from '../../domain/application/statuses.ts';
import { type Journey, journeysOf } from '../../domain/reports/journey.ts';
import type { RecordedEvent } from '../../projections/engine/event-source.ts';
import { createRouter, type FoldedDocument, type Step } from '../../projections/engine/routing.ts';
import { type JourneyDocument, journeys } from '../../projections/journeys.ts';
import { MemoryLog } from './memory-log.ts';
import type { Happening } from './recorded.ts';

type Event = Happening[1];
const PERSONAL = { email: 'ada@example.com', values: {} };
const common = (source: string | null) => ({
  organizationId: 'org',
  trackingNumber: 1,
  tracking: { ...NO_TRACKING, source },
  userId: null,
});

export const submitted = (batchId: string, source: string | null = null): Event => ({
  type: 'ApplicationSubmitted',
  data: { ...common(source), batchId },
  personal: PERSONAL,
});
export const moved = (from: ApplicationStatus, to: ApplicationStatus, since?: string): Event => ({
  type: 'StatusChanged',
  data: { from, to, ...(since === undefined ? {} : { since }) },
});
export const transferred = (from: ApplicationStatus, toBatchId: string, copyId: string): Event => ({
  type: 'ApplicationTransferred',
  data: { from, toBatchId, copyId, commentId: 'c' },
  personal: { message: '' },
});
export const copied = (fromId: string, batchId: string, status: ApplicationStatus): Event => ({
  type: 'ApplicationCopied',
  data: {
    ...common(null),
    fromId,
    fromBatchId: '',
    batchId,
    status,
    adminAssigneeId: null,
    selectedPaymentModelId: null,
    calendlyEventUri: null,
    calendlyStartTime: null,
    calendlyJoinUrl: null,
    comments: [],
  },
  personal: { ...PERSONAL, messages: [] },
});
export const removed: Event = { type: 'ApplicationRemoved', data: {} };
export const erased: Event = { type: 'PersonalDataErased', data: {} };

/** Midnight, `day` days after the first. */
export const onDay = (day: number): string => new Date(Date.UTC(2026, 2, 1) + day * 86_400_000).toISOString();

/** Events of applications, each with its day, in order. */
export type History = readonly (readonly [day: number, id: string, event: Event])[];

export function documentsOf(happenings: History) {
  const log = new MemoryLog();
  const router = createRouter(journeys);
  const documents = new Map<string, FoldedDocument>();
  const apply = ({ id, fold }: Pick<Step, 'id' | 'fold'>, event: RecordedEvent) => {
    const next = fold(documents.get(id));
    if (!next) return;
    documents.set(id, next);
    const passedOn = journeys.passesOn?.(next as unknown as JourneyDocument, event) ?? [];
    for (const other of passedOn) apply(other as unknown as Step, event);
  };
  for (const [day, id, event] of happenings) {
    const recorded = log.append(`application-${id}`, event, onDay(day));
    for (const step of router(recorded)) apply(step, recorded);
  }
  return documents as unknown as ReadonlyMap<string, JourneyDocument>;
}

export function journeysFrom(...happenings: History): readonly Journey[] {
  const documents = documentsOf(happenings);
  return journeysOf(documents.values(), documents);
}
