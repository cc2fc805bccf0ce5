import { Bone, Loading } from '../../shared/skeleton.tsx';
import classes from './dashboard.module.css';

const ROWS = [0, 1, 2, 3, 4, 5, 6];

/** The dashboard's own layout in grey: title, toolbar, two batches. */
export function DashboardSkeleton() {
  return (
    <Loading label="Loading applications">
      <Bone width="22rem" height="2.25rem" />
      <div className={classes.skeletonBar}>
        <Bone width="15rem" height="2.25rem" />
        <Bone width="20rem" height="2.25rem" />
      </div>
      {[0, 1].map((section) => (
        <div key={section} className={classes.skeletonSection}>
          <Bone width="18rem" height="1.5rem" />
          {ROWS.map((row) => (
            <Bone key={row} height="1.25rem" />
          ))}
        </div>
      ))}
    </Loading>
  );
}
