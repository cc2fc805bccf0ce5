import { useQuery } from '@tanstack/react-query';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { useAddressChange } from '../../../shared/browser/use-address-change.ts';
import { formatDay } from '../../../shared/dates/day.ts';
import { EmptyState, ErrorState } from '../../../shared/pages/page-state.tsx';
import { CoursePicker } from '../../../shared/reports/course-picker.tsx';
import { chosenIn } from '../../../shared/reports/courses.ts';
import { batchesQuery } from '../../../shared/staff-queries/list-queries.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';

export function OverviewPage() {
  const batches = useQuery(batchesQuery);
  const [params, change] = useAddressChange();
  if (batches.isPending)
    return (
      <Loading>
        <Bone width="60%" height="3.5rem" />
        <Bone height="20rem" />
      </Loading>
    );
  if (batches.isError)
    return (
      <ErrorState
        order={2}
        title="The courses could not be loaded"
        error={batches.error}
        onRetry={() => void batches.refetch()}
      />
    );
  const text = params.get('courses');
  const chosen = chosenIn(batches.data, text);
  return (
    <>
      <CoursePicker batches={batches.data} text={text} onChoose={(courses) => change('courses', () => courses)} />
      {chosen.length === 0 ? <EmptyState title="Please select courses to view trends" /> : <Courses chosen={chosen} />}
    </>
  );
}

const Courses = ({ chosen }: { chosen: readonly Batch[] }) => (
  <ul>
    {chosen.map(({ _id, name, status, openedAt, seatsTaken, capacity }) => (
      <li key={_id}>
        <span dir="auto">{name}</span>: {status}, opened {formatDay(openedAt)}, {seatsTaken} of {capacity} places taken
      </li>
    ))}
  </ul>
);
