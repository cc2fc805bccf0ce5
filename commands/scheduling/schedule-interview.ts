import { type ApplicationCommand, application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { Result } from '../../domain/decision.ts';
import type { CommandContext } from '../context.ts';
import type { Environment } from '../environment.ts';
import { type Handled, handle } from '../handle.ts';
import { scheduledEventIdOf } from './event-uri.ts';

export interface ScheduleInterview {
  readonly applicationId: string;
  /** As the scheduling widget told the browser. */
  readonly eventUri: string;
  /** CALENDLY_API_URL. */
  readonly apiUrl: string;
}

/** Notes at once that an interview stands; when and where it is, a reaction asks for (D28). */
export async function scheduleInterview(
  environment: Pick<Environment, 'log'>,
  { applicationId, eventUri, apiUrl }: ScheduleInterview,
  context: CommandContext,
): Promise<Result<Handled<typeof application.initial, ApplicationEvent>>> {
  const eventId = scheduledEventIdOf(eventUri, apiUrl);
  if (!eventId.ok) return eventId;
  const data = { eventUri, startsAt: null, joinUrl: null };
  const command: ApplicationCommand = { type: 'ScheduleInterview', data };
  return handle(environment, application, applicationId, [command], context);
}
