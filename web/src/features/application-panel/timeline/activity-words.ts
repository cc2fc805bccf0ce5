import type { ActivityAction } from '../../../../../domain/activity/actions.ts';
import type { Sentence } from '../../../shared/history/sentences.ts';
import type { Activity } from './timeline.ts';

const WORDS: Readonly<Record<ActivityAction, readonly [of: string, alone: string]>> = {
  VIEW_APPLICATION: ['opened the application: ', 'opened the application'],
  VIEW_APPLICATION_STEP: ['opened the step ', 'opened a step'],
  SAVE_APPLICATION_STEP: ['saved the step ', 'saved a step'],
  SCHEDULED_INTERVIEW: ['booked an interview: ', 'booked an interview'],
  STARTED_ASSESSMENT: ['started ', 'started an assessment'],
  SUBMITTED_ASSESSMENT: ['submitted ', 'submitted an assessment'],
};

export function activitySentence({ action, actionDetails }: Activity, who: string, times: number): Sentence {
  const [of, alone] = WORDS[action];
  const parts = actionDetails ? [of, { value: actionDetails }] : [alone];
  return { who, parts: [...parts, ...(times > 1 ? [`, ${times} times`] : [])], details: [] };
}
