import { useSearchParams } from 'react-router';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import { BoardBones } from './board/board-skeleton.tsx';
import classes from './dashboard.module.css';
import { showsTrends, viewIn } from './data/dashboard-address.ts';
import { PageTitle } from './page-title.tsx';
import tools from './toolbar.module.css';
import { TrendsBones } from './trends/trends-skeleton.tsx';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];
const CELLS = ['4rem', '9rem', '8rem', '6rem', '3rem', '14rem', '18rem', '10rem'];

export function DashboardSkeleton() {
  const [params] = useSearchParams();
  return (
    <>
      <div className={classes.head}>
        <PageTitle />
      </div>
      <Loading label="Loading applications">
        <div className={tools.toolbar}>
          <Bone width="12rem" height="1.875rem" />
          <Bone width="14rem" height="1.875rem" />
          <Bone width="18rem" height="1.875rem" />
        </div>
        {showsTrends(params) && <TrendsBones />}
        {viewIn(params) === 'board' ? <BoardBones /> : [0, 1].map((section) => <SectionBones key={section} />)}
      </Loading>
    </>
  );
}

const SectionBones = () => (
  <div className={classes.section}>
    <div className={classes.sectionToggle}>
      <Bone width="14rem" height="1.25rem" />
    </div>
    {ROWS.map((row) => (
      <div key={row} className={classes.skeletonRow}>
        {CELLS.map((width) => (
          <Bone key={width} width={width} height="0.875rem" />
        ))}
      </div>
    ))}
  </div>
);
