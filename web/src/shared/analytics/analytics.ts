import { ANALYTICS_METRICS, isCounted } from '../../../../domain/organization/analytics.ts';
import { onThisDevice } from '../browser/browser-storage.ts';
import { metricOfPage } from '../browser/metric-of-page.ts';
import { countedAddress, countedReferrer } from './analytics-address.ts';
import { type AnalyticsService, type Conversion, facebookPixel, googleAnalytics } from './analytics-services.ts';

const PROJECT_VALUE = 499;
const PASSING_SCORE = 50;
const VALUE_PER_POINT = 10;

const OPTED_OUT = 'intake.notCounted';
const ID = /^[A-Za-z0-9-]+$/;

/** The id that the server has written into this page; only then does the page's CSP allow the service's script. */
function idOf(metric: string): string | undefined {
  const id = metricOfPage(metric);
  return id && ID.test(id) ? id : undefined;
}

/** The organization's services on this page. They are off if the browser asks not to be tracked. */
const google = idOf(ANALYTICS_METRICS.google);
const facebook = idOf(ANALYTICS_METRICS.facebook);
const asksForPrivacy =
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

export const countingServices: readonly string[] = [
  ...(google ? ['Google Analytics'] : []),
  ...(facebook ? ['Meta Pixel'] : []),
];

/** The services' scripts read the previous page's address themselves. */
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

export function trackPageView(path: string, search: string): void {
  if (!isCountedHere()) return;
  const address = countedAddress(location.origin, path, search);
  if (address === null) return;
  const referrer = countedReferrer(location.origin, document.referrer);
  for (const service of started()) service.pageView(address, referrer);
}

/** Sends nothing from here on, for staff and for visitors who opted out. */
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

export const trackProjectSubmitted = (): void => convert('project_submitted', PROJECT_VALUE);

export function trackQuizPassed(score: number): void {
  if (score >= PASSING_SCORE) convert('quiz_passed', score * VALUE_PER_POINT);
}
