import charts from '../../../shared/charts/charts.module.css';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import classes from './trends.module.css';
import { TrendsHeading } from './trends-heading.tsx';

const Bones = () => (
  <>
    <Bone width="24rem" height="1.25rem" />
    <div className={classes.controls}>
      <Bone width="8rem" height="3.5rem" />
      <Bone width="10rem" height="3.5rem" />
      <Bone width="10rem" height="3.5rem" />
    </div>
    <div className={charts.barsAndParts}>
      <div className={charts.bars}>
        <Bone height="100%" />
      </div>
      <Bone height="8rem" />
    </div>
    <div className={classes.pies}>
      {[0, 1, 2].map((card) => (
        <Bone key={card} height="13rem" />
      ))}
    </div>
  </>
);

export const TrendsSkeleton = () => (
  <section className={classes.trends}>
    <TrendsHeading />
    <Loading label="Loading trends">
      <Bones />
    </Loading>
  </section>
);

export const TrendsBones = () => (
  <section className={classes.trends}>
    <TrendsHeading />
    <Bones />
  </section>
);
