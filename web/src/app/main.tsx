import './mantine-styles.ts';
import '../shared/theme/fonts.css';
import './styles.css';
import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { visit } from '../features/enroll/tracking.ts';
import { lastPosition } from '../shared/api/last-position.ts';
import {
  chooseOrganization,
  chosenOrganizationId,
  readChoiceFrom,
  tryOrganization,
} from '../shared/api/organization-choice.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { notePageTime, PAGE_TIME } from '../shared/api/server-clock.ts';
import { pressAgain } from '../shared/browser/early-press.ts';
import { printInLight } from '../shared/browser/printing.ts';
import { nameFirstEntry } from '../shared/navigation/entries.ts';
import { ADOPTED_SCHOOL, isHonoured, organizationQuery } from '../shared/organization/organization.ts';
import { askForConfirmations } from '../shared/session/confirmation.ts';
import { keepPageOverSessions } from '../shared/session/ended-session.ts';
import { keepToOnePerson } from '../shared/session/session.ts';
import { App } from './app.tsx';
import { answeredAt } from './dehydrated.ts';
import { pageAt, prefetchPage } from './page-at.ts';

nameFirstEntry();
readChoiceFrom(location.search);
visit.begin(location.search);
printInLight();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const page = pageAt(location.pathname + location.search);
const state = document.documentElement.dataset.school ? document.getElementById('state')?.textContent : null;
if (state) {
  // After a write, the page may come from a process that had not seen it yet: its answers are stale.
  hydrate(queryClient, answeredAt(JSON.parse(state) as DehydratedState, lastPosition() === null ? Date.now() : 0));
  const adopted = queryClient.getQueryData<string>(ADOPTED_SCHOOL);
  if (adopted !== undefined) chooseOrganization(adopted);
  isHonoured(queryClient.getQueryData(organizationQuery.queryKey) ?? null);
  const pageTime = queryClient.getQueryData<number>(PAGE_TIME);
  if (pageTime !== undefined) notePageTime(pageTime);
} else if (page.params.organization !== undefined && chosenOrganizationId() !== null) {
  tryOrganization(page.params.organization);
}
keepToOnePerson(queryClient);
keepPageOverSessions(queryClient);
askForConfirmations();
const isDrawn = state && root.hasChildNodes();
// A prerendered page refetches after hydration: an earlier answer would differ from the rendered page.
if (!isDrawn) {
  void prefetchPage(queryClient, page).then(
    (isWhole) => isWhole && page.handle.lists?.prefetch(queryClient, page),
    () => undefined,
  );
}

const app = () => <App history={createBrowserHistory({ v5Compat: true })} client={queryClient} />;
if (isDrawn) {
  // Hydrating in pieces would lose presses in between. A failed import shows its error where it is used.
  const takeOver = () => {
    hydrateRoot(root, app());
    pressAgain();
  };
  void Promise.resolve(page.handle.load?.()).then(takeOver, takeOver);
} else {
  root.replaceChildren();
  delete document.documentElement.dataset.otherSchool;
  createRoot(root).render(app());
}
