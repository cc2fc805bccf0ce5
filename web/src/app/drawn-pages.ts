import { lazily } from '../shared/browser/lazily.tsx';

export const ApplicationPage = lazily(() => import('./pages/application-page.tsx').then((m) => m.ApplicationPage));
export const AssessmentPage = lazily(() =>
  import('../features/assessment/assessment-page.tsx').then((m) => m.AssessmentPage),
);

/** Pages whose first screen the server draws, each with what brings its code. */
const DRAWN: readonly (readonly [RegExp, () => Promise<unknown>])[] = [
  [/^\/(?:enroll|apply)(?:[/?]|$)/, async () => undefined],
  [/^\/application\/[\w-]+\/?(?:\?|$)/, ApplicationPage.load],
  [/^\/applications\/[\w-]+\/assessments\/[\w-]+\/?(?:\?|$)/, AssessmentPage.load],
];

/** Brings the code of a page that is drawn on the server, and tells whether it is one. */
export async function loadDrawnPage(url: string): Promise<boolean> {
  const load = DRAWN.find(([pattern]) => pattern.test(url))?.[1];
  await load?.();
  return load !== undefined;
}
