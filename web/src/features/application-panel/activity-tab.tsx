import type { ActivityEntry } from '../../../../api/contract/applications.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { Moment } from '../../shared/dates/dates.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './application-panel.module.css';

const inWords = (action: string) => {
  const words = action.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function ActivityTab({
  entries,
  earlier = [],
  isPending,
}: {
  entries: readonly ActivityEntry[] | undefined;
  earlier?: readonly { readonly action: string; readonly count: number }[] | undefined;
  isPending: boolean;
}) {
  if (isPending) {
    return (
      <Loading label="Loading activity">
        <Bone width="60%" />
        <Bone width="60%" />
        <Bone width="60%" />
      </Loading>
    );
  }
  const newestFirst = entries?.map((entry, number) => ({ ...entry, number })).toReversed() ?? [];
  return (
    <>
      {newestFirst.length === 0 ? (
        <p className={classes.quiet}>No activity yet.</p>
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
      <p className={classes.note}>{TEXTS.applications.activitySince}</p>
    </>
  );
}
