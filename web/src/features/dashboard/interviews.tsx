import { IconChevronRight, IconVideo } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { counted } from '../../../../domain/text/counted.ts';
import { cutText } from '../../../../domain/text/cut-text.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { nameOf } from '../../shared/application/applicant-name.ts';
import { KIND_WORDS } from '../../shared/application/comment-kinds.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { useChangeOfApplications } from '../../shared/staff-queries/change-queries.ts';
import { useStaffNames } from '../../shared/staff-queries/staff-names.ts';
import pills from '../../shared/ui/pills.module.css';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import text from '../../shared/ui/text-button.module.css';
import {
  canBeInterviewed,
  INTERVIEW_DAYS,
  type Interview,
  isInterviewDone,
  meetingLink,
} from './data/upcoming-interviews.ts';
import type { Staff } from './data/use-dashboard-data.ts';
import classes from './toolbar.module.css';

export function InterviewsButton({
  count,
  isOpen,
  controls,
  onToggle,
}: {
  count: number | undefined;
  isOpen: boolean;
  controls: string;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className={`${pills.pill} ${classes.disclosure}`}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      <IconChevronRight size={16} aria-hidden />
      See {count === undefined ? 'upcoming interviews' : counted(count, 'upcoming interview', 'upcoming interviews')}
    </button>
  );
}

export function InterviewsTable({
  id,
  interviews,
  staff: { canReadAdminOnly, canWork },
}: {
  id: string;
  interviews: readonly Interview[] | null;
  staff: Pick<Staff, 'canReadAdminOnly' | 'canWork'>;
}) {
  const call = useStaffNames();
  const titleId = useId();
  return (
    <section id={id} className={classes.box} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.boxTitle}>
        Interviews
      </h2>
      {interviews === null ? (
        <Loading label="Loading interviews">
          <Bone height="2rem" />
        </Loading>
      ) : interviews.length === 0 ? (
        <p className={classes.nothing}>{TEXTS.dashboard.noInterviews}</p>
      ) : (
        <div className={classes.scroller}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Email</th>
                <th scope="col">Date</th>
                <th scope="col">Link</th>
                {canReadAdminOnly && <th scope="col">Assignee</th>}
                {canReadAdminOnly && <th scope="col">Last comment</th>}
                {canWork && <th scope="col">Interview</th>}
              </tr>
            </thead>
            {INTERVIEW_DAYS.map((name) => ({ name, rows: interviews.filter(({ day }) => day === name) })).map(
              ({ name, rows }) =>
                rows.length > 0 && (
                  <tbody key={name}>
                    <tr>
                      <th scope="rowgroup" colSpan={4 + (canReadAdminOnly ? 2 : 0) + (canWork ? 1 : 0)}>
                        {name}
                      </th>
                    </tr>
                    {rows.map(({ application, startsAt }) => (
                      <tr key={application._id}>
                        <td dir="auto">
                          <Link to={pagePath('application', { applicationId: application._id })}>
                            {nameOf(application)}
                          </Link>
                        </td>
                        <td>{application.email ?? ''}</td>
                        <td>
                          <Moment at={startsAt} />
                        </td>
                        <td>
                          <Meeting link={meetingLink(application)} name={nameOf(application)} />
                        </td>
                        {canReadAdminOnly && <td>{call(application.adminAssignee?.userEmail) ?? ''}</td>}
                        {canReadAdminOnly && (
                          <td className={classes.comment}>
                            <LastComment application={application} />
                          </td>
                        )}
                        {canWork && (
                          <td>
                            <Completed application={application} />
                          </td>
                        )}
                      </tr>
                    ))}
                  </tbody>
                ),
            )}
          </table>
        </div>
      )}
    </section>
  );
}

function Meeting({ link, name }: { link: string | null; name: string }) {
  if (link === null) return 'No link';
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer"
      className={classes.meeting}
      aria-label={`Join the call with ${name}`}
    >
      <IconVideo size={16} aria-hidden /> Join the call
    </a>
  );
}

const COMMENT_LENGTH = 140;

function LastComment({ application: { adminComments } }: { application: ApplicationView }) {
  const comment = adminComments?.at(-1);
  if (!comment) return null;
  const { kind, message } = comment;
  const logged = kind && `${KIND_WORDS[kind]} · `;
  if (message.length <= COMMENT_LENGTH) {
    return (
      <>
        {logged}
        <bdi>{message}</bdi>
      </>
    );
  }
  return (
    <details>
      <summary>
        {logged}
        <bdi>{cutText(message, COMMENT_LENGTH)}…</bdi>
      </summary>
      <p className={classes.whole} dir="auto">
        {message}
      </p>
    </details>
  );
}

/** What was completed here can be undone here, for as long as the list is open. */
function Completed({ application }: { application: ApplicationView }) {
  const { mutateAsync, isPending } = useChangeOfApplications();
  const [done, setDone] = useState<{ readonly before: ApplicationView; readonly version: number } | null>(null);
  const cell = useRef<HTMLDivElement>(null);
  const change = (status: ApplicationView['status'], statusSince: string | undefined, undoes?: number) =>
    mutateAsync({
      application,
      changes: { status, ...(undoes === undefined ? {} : { undoes }) },
      preview: { status, ...(statusSince === undefined ? {} : { statusSince }) },
      since: undoes ?? application.version,
    }).then(
      ({ version }) => setDone(undoes === undefined ? { before: application, version } : null),
      () => setDone(null),
    );
  const complete = () => {
    cell.current?.focus();
    void change('INTERVIEW COMPLETED', new Date().toISOString());
  };
  const undo = ({ before, version }: NonNullable<typeof done>) => {
    cell.current?.focus();
    void change(before.status, before.statusSince, version);
  };
  return (
    <div ref={cell} tabIndex={-1}>
      {isInterviewDone(application) && 'Completed'}
      {canBeInterviewed(application) && (
        <button
          type="button"
          className={text.textButton}
          disabled={isPending}
          aria-label={`Mark as completed: interview with ${nameOf(application)}`}
          onClick={complete}
        >
          Mark as completed
        </button>
      )}
      {done && application.status === 'INTERVIEW COMPLETED' && (
        <>
          {' '}
          <button
            type="button"
            className={text.textButton}
            disabled={isPending}
            aria-label={`Undo: the interview with ${nameOf(application)} is not completed`}
            onClick={() => undo(done)}
          >
            Undo
          </button>
        </>
      )}
    </div>
  );
}
