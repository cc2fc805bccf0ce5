import { type ApplicationCommand, application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, type Loaded } from '../handling/handle.ts';
import { scheduledEventIdOf } from './event-uri.ts';

const DAY_MS = 24 * 3_600_000;

export interface ScheduleInterview {
  readonly applicationId: string;
  readonly eventUri: string;
  readonly apiUrl: string;
}

export async function scheduleInterview(
  environment: Pick<Environment, 'log'>,
  { applicationId, eventUri, apiUrl }: ScheduleInterview,
  context: CommandContext,
): Promise<Result<Handled<typeof application.initial, ApplicationEvent>>> {
  const eventId = scheduledEventIdOf(eventUri, apiUrl);
  if (!eventId.ok) return eventId;
  const data = { eventUri, startsAt: null, joinUrl: null };
  const command: ApplicationCommand = { type: 'ScheduleInterview', data };
  const { interviewsPerDay } = QUOTAS.application;
  const since = new Date(Date.parse(context.at) - DAY_MS).toISOString();
  // Each one sends an email to the applicant and calls the scheduling service.
  const commands = ({ state, events }: Loaded<typeof application.initial, ApplicationEvent>) => {
    const isKnown = state.kind === 'application' && state.calendlyEventUri === eventUri;
    const today = events.filter(({ type, at }) => type === 'InterviewScheduled' && at > since).length;
    return isKnown || today < interviewsPerDay
      ? accept([command])
      : reject('too-many-requests', TEXTS.quotas.interviews(interviewsPerDay));
  };
  return handle(environment, application, applicationId, commands, context);
}
