import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { hasStarted } from '../../../../domain/batch/status.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { appliedAt } from '../../shared/application/applied-at.ts';
import { nextStepOf } from '../../shared/application/next-step.ts';
import { processQuery } from '../../shared/application/process.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import { nextOf, STATUS_WORDS } from '../../shared/application/status-words.ts';
import { Day } from '../../shared/dates/dates.tsx';
import { addressOfFile } from '../../shared/files/files.ts';
import { Bone } from '../../shared/ui/skeleton.tsx';
import { Unbroken } from '../../shared/ui/unbroken.tsx';
import { batchQuery, organizationByName } from '../enroll/queries.ts';
import { type Enrollment, isPast } from './enrollments.ts';
import classes from './home.module.css';

function useWaitingStep({ application: { _id, organizationId }, batch }: Enrollment): string | null | undefined {
  const application = useQuery(applicationQuery(_id));
  const process = useQuery({
    ...processQuery(batch?.processId ?? null, organizationId, application.data),
    enabled: batch !== undefined && application.data !== undefined,
  });
  if (application.isLoadingError || process.isLoadingError) return null;
  if (!application.data || !process.data) return undefined;
  return nextStepOf(process.data, application.data)?.step.title ?? null;
}

function School({ organizationId }: { organizationId: string }) {
  const { data: school, isPending } = useQuery(organizationByName(organizationId));
  return (
    <span className={classes.meta} dir="auto">
      {school?.name ?? (isPending && <Bone width="8rem" height="1lh" />)}
    </span>
  );
}

function NextStep(enrollment: Enrollment) {
  const step = useWaitingStep(enrollment);
  if (step === undefined) return <Bone width="16rem" height="1lh" />;
  if (step === null) return <p>{STATUS_WORDS[enrollment.application.status].next}</p>;
  return (
    <p className={classes.next}>
      <span>
        Next: <strong>{step}</strong>
      </span>
      <IconArrowRight size={18} stroke={1.75} aria-hidden />
    </p>
  );
}

export function EnrollmentCard({ application, batch: known, isSchoolNamed }: Enrollment & { isSchoolNamed: boolean }) {
  const other = useQuery({ ...batchQuery(application.batchId), enabled: known === undefined });
  const batch = known ?? other.data;
  const isWaitedFor = batch !== undefined && !isPast({ application, batch });
  const words = STATUS_WORDS[application.status];
  return (
    <li className={classes.card}>
      {isSchoolNamed && <School organizationId={application.organizationId} />}
      <Link to={pagePath('application', { applicationId: application._id })} className={classes.title}>
        {batch?.iconFile && <img src={addressOfFile(batch.iconFile)} alt="" className={classes.icon} />}
        {batch ? (
          <span>
            <Unbroken text={batch.name} />
          </span>
        ) : other.isPending && !other.isError ? (
          <Bone width="12rem" height="1lh" />
        ) : (
          'Your enrollment'
        )}
      </Link>
      <StatusChip status={application.status} />
      <p>{words.banner}</p>
      {isWaitedFor ? (
        <NextStep application={application} batch={batch} />
      ) : (
        <p>{nextOf(application.status, hasStarted(batch?.status))}</p>
      )}
      <span className={classes.meta}>
        Applied on <Day at={appliedAt(application)} />
        {application.trackingNumber !== null && ` · Reference\u00a0${application.trackingNumber}`}
      </span>
    </li>
  );
}
