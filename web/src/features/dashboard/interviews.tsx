import { IconChevronRight, IconVideo } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { counted } from '../../../../domain/text/counted.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { nameOf } from '../../shared/application/applicant-name.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import text from '../../shared/ui/text-button.module.css';
import { meetingLink, type UpcomingInterview } from './data/upcoming-interviews.ts';
import classes from './tools.module.css';

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
      className={`${text.textButton} ${classes.disclosure}`}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      <IconChevronRight size={16} aria-hidden />
      See {count === undefined ? 'upcoming interviews' : counted(count, 'upcoming interview', 'upcoming interviews')}
    </button>
  );
}

export function InterviewsTable({ id, interviews }: { id: string; interviews: readonly UpcomingInterview[] | null }) {
  const titleId = useId();
  return (
    <section id={id} className={classes.box} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.boxTitle}>
        Upcoming interviews
      </h2>
      {interviews === null ? (
        <Loading label="Loading interviews">
          <Bone height="2rem" />
        </Loading>
      ) : interviews.length === 0 ? (
        <p className={classes.nothing}>No upcoming interviews. They appear here when applicants choose a time.</p>
      ) : (
        <div className={classes.scroller}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Email</th>
                <th scope="col">Date</th>
                <th scope="col">Link</th>
              </tr>
            </thead>
            <tbody>
              {interviews.map(({ application, startsAt }) => (
                <tr key={application._id}>
                  <td dir="auto">
                    <Link to={pagePath('application', { applicationId: application._id })}>{nameOf(application)}</Link>
                  </td>
                  <td>{application.email ?? ''}</td>
                  <td>
                    <Moment at={startsAt} />
                  </td>
                  <td>
                    <Meeting link={meetingLink(application)} name={nameOf(application)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Meeting({ link, name }: { link: string | null; name: string }) {
  if (link === null) return 'None given';
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
