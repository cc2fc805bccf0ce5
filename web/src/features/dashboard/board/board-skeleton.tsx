import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import classes from './board.module.css';

const COLUMNS = [5, 3, 4, 2, 5, 3];

export const BoardBones = () => (
  <div className={classes.board}>
    <div className={classes.family}>
      <div className={classes.familyName}>
        <Bone width="4rem" height="1rem" />
      </div>
      <div className={classes.columns}>
        {COLUMNS.map((cards, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
          <div key={column} className={classes.column} data-folded="false">
            <div className={classes.columnHead}>
              <Bone width="9rem" height="1.375rem" />
            </div>
            <div className={classes.body}>
              <div className={classes.cards}>
                {Array.from({ length: cards }, (_, card) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <Bone key={card} height="5.75rem" />
                ))}
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  </div>
);

export const BoardSkeleton = () => (
  <Loading label="Loading the board">
    <BoardBones />
  </Loading>
);
