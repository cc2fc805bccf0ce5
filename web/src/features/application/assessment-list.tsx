import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleHalf2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { actionWords, kindWords, progressWords } from '../../shared/application/assessment-words.ts';
import { useRehearsal } from '../../shared/application/rehearsal.ts';
import { plainText } from '../../shared/markdown/plain-text.ts';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import { assessmentsQuery, solutionsQuery } from './assessment-queries.ts';
import classes from './assessments.module.css';

function Row({
  assessment,
  solution,
  applicationId,
  action,
}: {
  assessment: Assessment;
  solution: Solution | undefined;
  applicationId: string;
  action: string | null;
}) {
  const isDone = Boolean(solution?.submittedAt);
  const Icon = isDone ? IconCircleCheckFilled : solution ? IconCircleHalf2 : IconCircle;
  return (
    <li className={classes.row}>
      <Icon size={22} stroke={1.75} className={isDone ? classes.done : classes.open} aria-hidden />
      <div className={classes.words}>
        <strong dir="auto">{assessment.name}</strong>
        <span className={classes.quiet}>{kindWords(assessment)}</span>
        {assessment.description && <p dir="auto">{plainText(assessment.description)}</p>}
        <span className={classes.state}>{progressWords(assessment, solution)}</span>
      </div>
      {action && (
        <Button
          component={Link}
          to={pagePath('assessment', { applicationId, assessmentId: assessment._id })}
          variant="default"
          className={classes.action ?? ''}
          aria-label={`${action}: ${assessment.name}`}
        >
          {action}
        </Button>
      )}
    </li>
  );
}

export function AssessmentList({
  application: { _id: applicationId, organizationId },
  ids,
  isOwn,
  isReadOnly,
}: {
  application: ApplicationView;
  ids: readonly string[];
  isOwn: boolean;
  isReadOnly: boolean;
}) {
  const assessments = useQuery(assessmentsQuery(organizationId));
  const rehearsal = useRehearsal();
  const asked = useQuery({ ...solutionsQuery(applicationId), enabled: !rehearsal });
  const solutions = rehearsal?.solutions ?? asked.data;
  const failed = [assessments, asked].find(({ isLoadingError }) => isLoadingError);
  if (failed) {
    const retry = () => void failed.refetch();
    return <ErrorState title="The assessments could not be loaded" order={2} error={failed.error} onRetry={retry} />;
  }
  if (!assessments.data || !solutions) {
    return (
      <Loading label="Loading the assessments">
        {ids.map((id) => (
          <Bone key={id} height="6rem" />
        ))}
      </Loading>
    );
  }
  const shown = ids.flatMap((id) => assessments.data.find(({ _id }) => _id === id) ?? []);
  if (shown.length === 0) return <p className={classes.quiet}>{TEXTS.myApplication.noAssessments}</p>;
  return (
    <ul className={classes.list}>
      {shown.map((assessment) => {
        const solution = solutions.findLast(
          ({ assessmentId, isRetaken }) => assessmentId === assessment._id && !isRetaken,
        );
        return (
          <Row
            key={assessment._id}
            assessment={assessment}
            solution={solution}
            applicationId={applicationId}
            action={actionWords(assessment, solution, isReadOnly || !isOwn || rehearsal !== null)}
          />
        );
      })}
    </ul>
  );
}
