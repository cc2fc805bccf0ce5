export interface AnalyticsService {
  pageView(address: string, referrer: string): void;
  converted(conversion: Conversion): void;
  /** The visitor must not be counted: nothing is sent from here on, by the service's own script either. */
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

const shared = () => window as unknown as Shared;

function loadScript(src: string): void {
  const load = () => document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(load) : setTimeout(load, 200));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

/** https://developers.google.com/tag-platform/gtagjs/reference; without automatic events and advertising signals. */
export function googleAnalytics(id: string): AnalyticsService {
  const queue: unknown[] = [];
  shared().dataLayer = queue;
  function gtag(..._told: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: gtag.js recognizes commands by the arguments object
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

const META_NAMES = { project_submitted: 'ProjectSubmitted', quiz_passed: 'QuizPassed' } as const;

/** https://developers.facebook.com/docs/meta-pixel; without automatic events. Its script sends the page's address. */
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
      // The script adds the window's address, which could contain the id of an application on other pages.
      if (/^\/(enroll|apply|batch)(\/|$)/.test(new URL(address).pathname)) fbq('track', 'PageView');
    },
    converted({ name, ...amount }) {
      if (isStarted) fbq('trackCustom', META_NAMES[name], amount);
    },
    stop() {},
  };
}
