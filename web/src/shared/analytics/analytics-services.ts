/** A service that counts visits for an organization. What is told before its script has loaded waits for it. */
export interface AnalyticsService {
  pageView(address: string, referrer: string): void;
  converted(conversion: Conversion): void;
  /** Somebody is here whose visit is nobody's to count: nothing more is told, by the service's own script either. */
  stop(): void;
}

export interface Conversion {
  readonly name: 'project_submitted' | 'quiz_passed';
  readonly value: number;
  readonly currency: 'PHP';
}

interface Facebook {
  (...told: unknown[]): void;
  callMethod?: (...told: unknown[]) => void;
  queue: unknown[];
  push: unknown;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
}

type Shared = Record<string, unknown> & { dataLayer?: unknown[]; fbq?: Facebook; _fbq?: Facebook };

/** Both services take their queues from the window. */
const shared = () => window as unknown as Shared;

/** After the page itself: counting a visitor must not make them wait. */
function loadScript(src: string): void {
  const load = () => document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(load) : setTimeout(load, 200));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/** https://developers.google.com/tag-platform/gtagjs/reference; told only what we tell it, and no signals for advertising. */
export function googleAnalytics(id: string): AnalyticsService {
  const queue: unknown[] = [];
  shared().dataLayer = queue;
  function gtag(..._told: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: gtag.js tells commands from data by this very object
    queue.push(arguments);
  }
  let isConfigured = false;
  return {
    pageView(address, referrer) {
      const page = { page_location: address, page_title: new URL(address).pathname };
      gtag('set', page);
      if (!isConfigured) {
        isConfigured = true;
        gtag('js', new Date());
        gtag('config', id, {
          ...page,
          page_referrer: referrer,
          send_page_view: false,
          allow_google_signals: false,
          allow_ad_personalization_signals: false,
        });
        loadScript(`https://www.googletagmanager.com/gtag/js?id=${id}`);
      }
      gtag('event', 'page_view', page);
    },
    converted({ name, ...amount }) {
      if (isConfigured) gtag('event', name, amount);
    },
    stop() {
      shared()[`ga-disable-${id}`] = true;
    },
  };
}

/** Conversions by the names that Meta's own events have. */
const META_NAMES = { project_submitted: 'ProjectSubmitted', quiz_passed: 'QuizPassed' } as const;

/** https://developers.facebook.com/docs/meta-pixel; it reads no buttons and no forms, and tells the address that it stands at. */
export function facebookPixel(id: string): AnalyticsService {
  const fbq: Facebook = Object.assign(
    (...told: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...told);
      else fbq.queue.push(told);
    },
    { queue: [], push: undefined, loaded: true, version: '2.0', disablePushState: true },
  );
  fbq.push = fbq;
  shared().fbq = fbq;
  shared()._fbq = fbq;
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    fbq('set', 'autoConfig', false, id);
    fbq('init', id);
    loadScript('https://connect.facebook.net/en_US/fbevents.js');
  };
  return {
    pageView(address) {
      start();
      // Its script adds the window's own address, which on other pages would name an application.
      if (/^\/(enroll|apply|batch)(\/|$)/.test(new URL(address).pathname)) fbq('track', 'PageView');
    },
    converted({ name, ...amount }) {
      if (isStarted) fbq('trackCustom', META_NAMES[name], amount);
    },
    stop() {},
  };
}
