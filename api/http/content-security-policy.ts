/** Hosts whose widgets stand in content steps: scheduling, video, meetings. */
const WIDGETS = [
  'https://calendly.com',
  'https://*.calendly.com',
  'https://player.vimeo.com',
  'https://vimeo.com',
  'https://zoom.us',
  'https://*.zoom.us',
];

/** What the scripts that count visits load and call, as their documentation says; paths keep other people's scripts on the same hosts out. */
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

/** An organization's services that count visits, where it has set them up. */
export interface Analytics {
  readonly google: string | null;
  readonly facebook: string | null;
}

const NOBODY: Analytics = { google: null, facebook: null };

export interface PolicyOptions {
  /** Lets the dev server's inline preamble and socket through. */
  readonly isDevelopment: boolean;
  readonly analytics?: Analytics;
  /** Whether pages elsewhere may show this one in a frame. */
  readonly mayBeFramed?: boolean;
}

/** What a page may load, call and be part of: itself, and for each visit no more than it needs. */
export function contentSecurityPolicy({
  isDevelopment,
  analytics = NOBODY,
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
    // Component libraries write style elements; scripts stay strict.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...(isDevelopment ? ['ws:'] : []), ...services.flatMap(({ calls }) => calls)],
    // The dev server's page asks in a worker whether the server is back.
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
