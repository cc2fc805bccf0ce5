import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import type { Solution } from '../../../../api/contract/solutions.ts';
import { shortFileName } from '../../../../domain/text/groups/short-file-name.ts';
import { AnswerList } from '../../shared/application/answer-list.tsx';
import { kindWords, progressWords } from '../../shared/application/assessment-words.ts';
import { addressOfFile } from '../../shared/files/files.ts';
import marks from '../../shared/ui/mark.module.css';
import { Problem } from '../../shared/ui/notice.tsx';
import { Bone } from '../../shared/ui/skeleton.tsx';
import { assessmentQuery } from '../assessment/queries.ts';
import classes from './application-panel.module.css';

export function SolutionItem({ solution, assessment }: { solution: Solution; assessment: Assessment | undefined }) {
  const { submission, externalDetailsUrl, isRetaken, type } = solution;
  return (
    <div className={classes.solution}>
      <p>
        <strong dir="auto">{assessment?.name ?? 'A deleted assessment'}</strong>{' '}
        {isRetaken && (
          <span className={marks.mark} data-meaning="neutral">
            Retaken, no longer counts
          </span>
        )}
      </p>
      <p className={classes.byline}>{assessment ? kindWords(assessment) : null}</p>
      <p>{progressWords(solution, solution)}</p>
      {submission && (
        <a className={classes.fileLink} href={addressOfFile(submission)} title={submission.fileName}>
          <IconDownload size={16} aria-hidden /> {shortFileName(submission.fileName)}
        </a>
      )}
      {externalDetailsUrl && (
        <a className={classes.fileLink} href={externalDetailsUrl} target="_blank" rel="noopener noreferrer nofollow">
          <IconExternalLink size={16} aria-hidden /> See the details
        </a>
      )}
      {type === 'quiz' && <Answers solution={solution} />}
    </div>
  );
}

function Answers({ solution }: { solution: Solution }) {
  const { data, error } = useQuery(assessmentQuery(solution.assessmentId, solution.applicationId, solution, true));
  if (error && !data) return <Problem error={error} />;
  if (!data) return <Bone width="10rem" />;
  return <AnswerList solution={solution} questions={data.questions ?? []} isOwn={false} />;
}
