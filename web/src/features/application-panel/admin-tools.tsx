import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { nameOf } from '../../shared/application/applicant-name.ts';
import { appliedAt } from '../../shared/application/applied-at.ts';
import { staffFieldsOf } from '../../shared/application/outline.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import { Day, formatAgo, formatMoment } from '../../shared/dates/dates.tsx';
import classes from './application-panel.module.css';
import { AssigneeTool } from './assignee-tool.tsx';
import { Comments } from './comments.tsx';
import { EmailTool, type EmailToolHandle } from './email-tool.tsx';
import { GivenAnswers } from './given-answers.tsx';
import { useOutline } from './history/use-names.ts';
import { PlanTool } from './plan-tool.tsx';
import { StaffFields } from './staff-fields.tsx';
import { StatusTool } from './status-tool.tsx';
import { TimeInStatus } from './time-in-status.tsx';

export function AdminTools({ application }: { application: ApplicationView }) {
  const outline = useOutline(application);
  const staffFields = staffFieldsOf(outline);
  const email = useRef<EmailToolHandle>(null);
  const write = (templateId?: string) => email.current?.write(templateId);
  return (
    <div className={classes.tools}>
      <Facts application={application} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <GivenAnswers application={application} outline={outline} onWrite={() => write()} />
        </div>
        <div className={classes.column}>
          <StatusTool key={application._id} application={application} onWrite={write} />
          <AssigneeTool application={application} />
          <PlanTool application={application} />
          {staffFields.length > 0 && (
            <StaffFields key={application._id} application={application} fields={staffFields} />
          )}
          <TrackingDetails tracking={application.tracking} />
        </div>
        <div className={classes.column}>
          <Comments application={application} />
          <EmailTool key={application._id} application={application} ref={email} />
        </div>
      </div>
    </div>
  );
}

function Facts({ application }: { application: ApplicationView }) {
  const { _id, status, createdAt, lastSeenAt, email, phoneNumber } = application;
  const { calendlyStartTime, transferredFrom, transferredTo } = application;
  const { pathname } = useLocation();
  const page = pagePath('application', { applicationId: _id });
  const isElsewhere = pathname !== page;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Current status</dt>
        <dd>
          <StatusChip status={status} />
        </dd>
      </div>
      <TimeInStatus application={application} />
      <div>
        <dt>Last seen</dt>
        <dd>
          {lastSeenAt ? <Day at={lastSeenAt}>{formatAgo(lastSeenAt)}</Day> : 'never'}
          {lastSeenAt && transferredFrom && lastSeenAt <= createdAt && ', before the transfer'}
        </dd>
      </div>
      <div>
        <dt>Applied</dt>
        <dd>
          <Day at={appliedAt(application)} />
        </dd>
      </div>
      {isElsewhere && email && (
        <div>
          <dt>{nameOf(application)}</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
      )}
      {isElsewhere && phoneNumber && (
        <div>
          <dt>Phone</dt>
          <dd>{phoneNumber}</dd>
        </div>
      )}
      {calendlyStartTime && (
        <div>
          <dt>Interview</dt>
          <dd>{formatMoment(calendlyStartTime)}</dd>
        </div>
      )}
      {transferredFrom && <Transfer title="Before the transfer" id={transferredFrom} words="Open the original" />}
      {status === 'TRANSFERRED' && transferredTo && (
        <Transfer title="After the transfer" id={transferredTo} words="Open the new application" />
      )}
      {isElsewhere && (
        <div className={classes.toPage}>
          <dt className={classes.quiet}>Page</dt>
          <dd>
            <Link to={page}>Open the application</Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Transfer({ title, id, words }: { title: string; id: string; words: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Link to={pagePath('application', { applicationId: id })}>{words}</Link>
      </dd>
    </div>
  );
}

const TRACKED = ['source', 'medium', 'campaign', 'term', 'content'] as const;

function TrackingDetails({ tracking }: { tracking: ApplicationView['tracking'] }) {
  return (
    <section>
      <h3 className={classes.heading}>Tracking link</h3>
      <dl className={classes.pairs}>
        {TRACKED.map((name) => (
          <div key={name}>
            <dt className={classes.trackingName}>{name}</dt>
            <dd>{tracking?.[name] || '—'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
