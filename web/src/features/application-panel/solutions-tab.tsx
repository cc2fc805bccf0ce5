import { useQuery } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import { assessmentsQuery, solutionsQuery } from '../application/assessment-queries.ts';
import classes from './application-panel.module.css';
import { SolutionItem } from './solution-item.tsx';

export function SolutionsTab({ application }: { application: ApplicationView }) {
  const solutions = useQuery(solutionsQuery(application._id));
  const assessments = useQuery(assessmentsQuery(application.organizationId));
  const error = (!solutions.data && solutions.error) || (!assessments.data && assessments.error);
  if (error) {
    const retry = () => Promise.all([solutions.refetch(), assessments.refetch()]);
    return (
      <ErrorState order={2} title="The solutions could not be loaded" error={error} onRetry={() => void retry()} />
    );
  }
  if (!solutions.data || !assessments.data) {
    return (
      <Loading label="Loading the solutions">
        <Bone width="60%" height="3rem" />
        <Bone width="60%" height="3rem" />
      </Loading>
    );
  }
  if (solutions.data.length === 0) return <p className={classes.quiet}>{TEXTS.panel.noAssessments}</p>;
  const newestFirst = solutions.data.toReversed();
  const inOrder = [...newestFirst.filter(({ isRetaken }) => !isRetaken), ...newestFirst.filter((one) => one.isRetaken)];
  return (
    <ul className={classes.messages}>
      {inOrder.map((solution) => (
        <li key={solution._id}>
          <SolutionItem
            solution={solution}
            assessment={assessments.data.find(({ _id }) => _id === solution.assessmentId)}
          />
        </li>
      ))}
    </ul>
  );
}
