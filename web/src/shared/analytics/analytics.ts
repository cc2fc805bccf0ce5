import { ANALYTICS_METRICS, isCounted } from '../../../../domain/organization/analytics.ts';
import { onThisDevice } from '../browser/kept.ts';
import { countedAddress, countedReferrer } from './analytics-address.ts';
import { type AnalyticsService, type Conversion, facebookPixel, googleAnalytics } from './analytics-services.ts';

/** Amounts of the conversion events, in PHP. */
const PROJECT_VALUE = 499;
const PASSING_SCORE = 50;
const VALUE_PER_POINT = 10;

const OPTED_OUT = 'intake.notCounted';
const ID = /^[A-Za-z0-9-]+$/;

/** What the server wrote beside this very page: only then does the page's policy let these services' scripts in. */
function idOf(metric: string): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const id = navigation?.serverTiming?.find(({ name }) => name === metric)?.description;
  return id && ID.test(id) ? id : undefined;
}

/** The organization's services at this page, and whether the visitor's browser asks not to be counted. */
const google = idOf(ANALYTICS_METRICS.google);
const facebook = idOf(ANALYTICS_METRICS.facebook);
const asksForPrivacy =
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** Who counts visits here, in words; empty where nobody does. */
export const countingServices: readonly string[] = [
  ...(google ? ['Google Analytics'] : []),
  ...(facebook ? ['Meta Pixel'] : []),
];

/** Their scripts read for themselves which page came before this one. */
const followsSecret = !isCounted('/', URL.parse(globalThis.document?.referrer)?.search ?? '');

let hasStopped = false;

export const isCountedHere = (): boolean =>
  countingServices.length > 0 &&
  !asksForPrivacy &&
  !followsSecret &&
  !hasStopped &&
  onThisDevice.read<boolean>(OPTED_OUT) !== true;

let services: readonly AnalyticsService[] | null = null;

function started(): readonly AnalyticsService[] {
  services ??= [...(google ? [googleAnalytics(google)] : []), ...(facebook ? [facebookPixel(facebook)] : [])];
  return services;
}

/** One page was opened; the first one also loads the scripts. */
export function trackPageView(path: string, search: string): void {
  if (!isCountedHere()) return;
  const address = countedAddress(location.origin, path, search);
  if (address === null) return;
  const referrer = countedReferrer(location.origin, document.referrer);
  for (const service of started()) service.pageView(address, referrer);
}

/** From now on nothing is told: staff are at work, or the visitor does not want to be counted. */
export function stopCounting(): void {
  hasStopped = true;
  for (const service of services ?? []) service.stop();
}

export function optOut(): void {
  onThisDevice.write(OPTED_OUT, true);
  stopCounting();
}

const convert = (name: Conversion['name'], value: number) => {
  if (!isCountedHere()) return;
  for (const service of services ?? []) service.converted({ name, value, currency: 'PHP' });
};

/** An applicant has sent in a project. */
export const trackProjectSubmitted = (): void => convert('project_submitted', PROJECT_VALUE);

/** An applicant has submitted a quiz; only one that is passed counts. */
export function trackQuizPassed(score: number): void {
  if (score >= PASSING_SCORE) convert('quiz_passed', score * VALUE_PER_POINT);
}
