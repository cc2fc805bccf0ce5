import classes from './change-details.module.css';
import type { Change } from './sentences.ts';

/** More than three changes are collapsed. */
export function ChangeDetails({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  const list = <ChangeList changes={changes} />;
  if (changes.length <= 3) return list;
  return (
    <details>
      <summary className={classes.summary}>{changes.length} details</summary>
      {list}
    </details>
  );
}

function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className={classes.details}>
      {changes.map(({ label, before, after }) => (
        <div key={`${label} ${before} ${after}`}>
          <dt>{label}</dt>
          <dd>
            {before !== null && (
              <>
                <span className={classes.was}>{before}</span> →{' '}
              </>
            )}
            {after ?? 'nothing'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
