import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { allows } from '../../../../domain/application/lifecycle.ts';
import { embedOf, type Integration } from '../../../../domain/process/embed-address.ts';
import type { ApplicantStep } from '../../../../domain/process/parts.ts';
import { Embed } from '../../shared/application/embed.tsx';
import { useRehearsal } from '../../shared/application/rehearsal.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Calendar } from './calendar.tsx';

export function Widget({
  integration,
  step,
  application,
  isOwn,
  isReadOnly,
  onBooked,
}: {
  integration: Integration;
  step: ApplicantStep;
  application: ApplicationView;
  isOwn: boolean;
  isReadOnly: boolean;
  onBooked: () => void;
}) {
  const embed = embedOf(integration);
  const isRehearsal = useRehearsal() !== null;
  if (integration.type !== 'Calendly' || !embed) return <Embed integration={integration} title={step.title} />;
  if (isRehearsal) return <Notice>The applicant books the interview here, in the calendar on {embed.host}.</Notice>;
  const party = isOwn ? 'applicant' : 'admin';
  return (
    <Calendar
      application={application}
      embed={embed}
      title={step.title}
      isOwn={isOwn}
      mayBook={!isReadOnly && !application.isErased && allows('ScheduleInterview', application.status, party)}
      onBooked={onBooked}
    />
  );
}
