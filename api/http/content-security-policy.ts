const WIDGETS = [
  'https://calendly.com',
  'https://*.calendly.com',
  'https://player.vimeo.com',
  'https://vimeo.com',
  'https://zoom.us',
  'https://*.zoom.us',
];

/** What Google's documentation says its analytics scripts load and call. The paths exclude other scripts on the same hosts. */
const GOOGLE = {
  scripts: ['https://www.googletagmanager.com/gtag/'],
  calls: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://analytics.google.com',
    'https://www.googletagmanager.com',
  ],
};
const FACEBOOK = {
  scripts: ['https://connect.facebook.net/en_US/fbevents.js', 'https://connect.facebook.net/signals/'],
  calls: ['https://connect.facebook.net', 'https://www.facebook.com'],
};

export interface Analytics {
  readonly google: string | null;
  readonly facebook: string | null;
}

const NO_ANALYTICS: Analytics = { google: null, facebook: null };

export interface PolicyOptions {
  readonly isDevelopment: boolean;
  readonly analytics?: Analytics;
  readonly mayBeFramed?: boolean;
}

export function contentSecurityPolicy({
  isDevelopment,
  analytics = NO_ANALYTICS,
  mayBeFramed = false,
}: PolicyOptions): string {
  const services = [...(analytics.google ? [GOOGLE] : []), ...(analytics.facebook ? [FACEBOOK] : [])];
  const directives = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...(isDevelopment ? ["'unsafe-inline'"] : []),
      ...services.flatMap(({ scripts }) => scripts),
    ],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...(isDevelopment ? ['ws:'] : []), ...services.flatMap(({ calls }) => calls)],
    // The dev server's page polls the server in a worker.
    ...(isDevelopment ? { 'worker-src': ["'self'", 'blob:'] } : {}),
    'frame-src': ["'self'", ...WIDGETS],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [mayBeFramed ? '*' : "'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}
