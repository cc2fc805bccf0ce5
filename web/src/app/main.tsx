import './mantine-styles.ts';
import '../shared/theme/fonts.css';
import './styles.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import type { Known } from '../../../api/contract/known.ts';
import { visit } from '../features/enroll/tracking.ts';
import { lastPosition } from '../shared/api/last-position.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { notePageTime } from '../shared/api/server-clock.ts';
import { pressAgain } from '../shared/browser/early-press.ts';
import { printInLight } from '../shared/browser/printing.ts';
import { forgetUnlessHonoured } from '../shared/organization/organization.ts';
import { readChoiceFrom } from '../shared/organization/organization-choice.ts';
import { keepToOnePerson } from '../shared/session/session.ts';
import { App } from './app.tsx';
import { loadDrawnPage } from './drawn-pages.ts';
import { takeIn } from './known.ts';
import { prefetch } from './prefetch.ts';
import { routes } from './router.tsx';

readChoiceFrom(location.search);
visit.begin(location.search);
printInLight();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** What the page brought along, unless `boot.js` found that it is another school's than this visitor has chosen. */
const known = document.documentElement.dataset.school ? document.getElementById('known')?.textContent : null;
// Whoever has just written something may have been served by a process that had not heard of it yet.
if (known) {
  const answers = JSON.parse(known) as Known;
  takeIn(queryClient, answers, lastPosition() === null ? undefined : 0);
  forgetUnlessHonoured(answers.organization);
  if (answers.assessment) notePageTime(answers.assessment.date);
}
keepToOnePerson(queryClient);
const isDrawn = known && root.hasChildNodes();
// A drawn page asks by itself what has to be asked again: an answer that came before it is taken over would not be what is drawn.
if (!isDrawn) prefetch(location.pathname);

const app = () => <App router={createBrowserRouter(routes)} client={queryClient} />;
if (isDrawn) {
  // A page that is taken over piece by piece would lose what is pressed meanwhile. What cannot be loaded, its own place tells.
  const takeOver = () => {
    hydrateRoot(root, app());
    pressAgain();
  };
  void loadDrawnPage(location.pathname).then(takeOver, takeOver);
} else {
  root.replaceChildren();
  delete document.documentElement.dataset.otherSchool;
  createRoot(root).render(app());
}
