import type { ReportProgress } from '../../../../../api/contract/saved-reports.ts';
import { grouped } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './saved.module.css';

/** "building, 40 %" in a list. */
export function stateWords({ state, share }: ReportProgress): string {
  if (state === 'live') return 'Live';
  if (state === 'stopped') return 'Stopped';
  return share === null ? 'Waiting to be built' : `Building, ${percent(share)}`;
}

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

function left(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, seconds)} s left`;
  return `about ${Math.ceil(seconds / 60)} min left`;
}

/** The build of a report, or why it stopped and what to do. */
export function ReportState({ progress, label }: { progress: ReportProgress; label: string }) {
  const { state, share, secondsLeft, events, problem } = progress;
  if (problem) {
    return (
      <Notice meaning="problem" role="alert">
        <p>
          This report has stopped: {problem.message}
          {problem.event !== null && ` (at ${problem.event})`}
        </p>
        <p>{problem.next}</p>
      </Notice>
    );
  }
  if (state !== 'building') return null;
  return (
    <div className={classes.progress}>
      <progress aria-label={label} value={share ?? undefined} max={1} />
      <p>
        {stateWords(progress)}
        {secondsLeft !== null && ` · ${left(secondsLeft)}`}
        {events &&
          ` · ${grouped(events.done)} of ${grouped(events.total)} events, ${grouped(events.perSecond)} a second`}
      </p>
      <p className={classes.quiet}>{TEXTS.reportPages.keepsBuilding}</p>
    </div>
  );
}
