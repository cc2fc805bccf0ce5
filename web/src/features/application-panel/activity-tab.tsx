import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './application-panel.module.css';
import { BeforeTransfer } from './history/before-transfer.tsx';

const inWords = (action: string) => {
  const words = action.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function ActivityTab({ application, isPending }: { application: ApplicationView; isPending: boolean }) {
  if (isPending) {
    return (
      <Loading label="Loading activity">
        <Bone width="60%" />
        <Bone width="60%" />
        <Bone width="60%" />
      </Loading>
    );
  }
  return (
    <>
      <Activity application={application} />
      <p className={classes.note}>{TEXTS.applications.activitySince}</p>
    </>
  );
}

function Activity({ application }: { application: ApplicationView }) {
  const { activityEntries = [], earlier = [] } = application.userActivity ?? {};
  const newestFirst = activityEntries.map((entry, number) => ({ ...entry, number })).toReversed();
  return (
    <>
      {newestFirst.length === 0 ? (
        <p className={classes.quiet}>{TEXTS.panel.noActivity}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Action</th>
                <th scope="col">Details</th>
                <th scope="col">Time</th>
              </tr>
            </thead>
            <tbody>
              {newestFirst.map(({ number, action, actionDetails, timestamp }) => (
                <tr key={number}>
                  <td>{inWords(action)}</td>
                  <td>{actionDetails || '—'}</td>
                  <td>
                    <Moment at={timestamp} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {earlier.length > 0 && (
        <p className={classes.note}>
          Earlier: {earlier.map(({ action, count }) => `${inWords(action)} × ${count}`).join(', ')}
        </p>
      )}
      <BeforeTransfer application={application}>{(original) => <Activity application={original} />}</BeforeTransfer>
    </>
  );
}
