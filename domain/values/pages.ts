interface Page {
  /** `:name` is a parameter; `/*` at the end matches the pages below. */
  readonly path: `/${string}`;
  /** False for pages of staff, accounts and emailed links: analytics do not count them. */
  readonly isCounted?: false;
  readonly isPublic?: true;
  /** False for pages that need no return after signing in. */
  readonly isReturnedTo?: false;
  /** True for pages with work on them: they stay when the session ends, and ask for the password. */
  readonly outlastsSession?: true;
}

/** Routes, links, policies and prerendering derive from this list. */
export const PAGES = {
  home: { path: '/', isReturnedTo: false },
  login: { path: '/login' },
  signup: { path: '/signup', isReturnedTo: false },
  verifyEmail: { path: '/verifyEmail', isCounted: false, isReturnedTo: false },
  passwordReset: { path: '/passwordReset', isCounted: false, isReturnedTo: false },
  loginLink: { path: '/loginLink', isCounted: false, isReturnedTo: false },
  invite: { path: '/invite', isCounted: false },
  endDigest: { path: '/unsubscribe/digest/:key', isCounted: false, isReturnedTo: false },
  payments: { path: '/payments' },
  account: { path: '/account', isCounted: false, outlastsSession: true },
  enroll: { path: '/enroll', isPublic: true, isReturnedTo: false },
  apply: { path: '/apply', isPublic: true, isReturnedTo: false, outlastsSession: true },
  applyTo: { path: '/apply/:organization', isPublic: true, outlastsSession: true },
  applyToBatch: { path: '/apply/:organization/:batch', isPublic: true, outlastsSession: true },
  batch: { path: '/batch/:batchId', isPublic: true },
  application: { path: '/application/:applicationId', outlastsSession: true },
  assessment: { path: '/applications/:applicationId/assessments/:assessmentId', outlastsSession: true },
  /** Leads to the dashboard. */
  admin: { path: '/admin', isCounted: false },
  dashboard: { path: '/admin/dashboard', isCounted: false, outlastsSession: true },
  reports: { path: '/admin/reports/*', isCounted: false, outlastsSession: true },
  importing: { path: '/admin/import', isCounted: false, outlastsSession: true },
  audit: { path: '/admin/audit', isCounted: false, outlastsSession: true },
  securityLog: { path: '/admin/security', isCounted: false, outlastsSession: true },
  notices: { path: '/admin/notices', isCounted: false, outlastsSession: true },
  projections: { path: '/admin/projections', isCounted: false, outlastsSession: true },
  config: { path: '/admin/config/*', isCounted: false, outlastsSession: true },
} as const satisfies Readonly<Record<string, Page>>;

export type PageName = keyof typeof PAGES;

/** The address of the call that the page `endDigest` makes, and mail programs without it (RFC 8058). */
export const END_DIGEST_CALL = '/unsubscribe/digest/{key}';

export const EMBED_PAGE = '/embed.html';

type ParameterIn<Path> = Path extends `${infer Segment}/${infer Rest}`
  ? ParameterIn<Segment> | ParameterIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;
type Parameters<Name extends PageName> = ParameterIn<(typeof PAGES)[Name]['path']>;
type Given<Name extends PageName> = [Parameters<Name>] extends [never]
  ? []
  : [parameters: Readonly<Record<Parameters<Name>, string>>];

/** The path of a page; what fills a parameter stays one segment. */
export function pagePath<Name extends PageName>(name: Name, ...[parameters]: Given<Name>): string {
  const values: Readonly<Record<string, string>> = parameters ?? {};
  return PAGES[name].path
    .replace(/\/\*$/, '')
    .replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(values[parameter] ?? ''));
}

const segmentsOf = (path: string): readonly string[] => path.replace(/^\//, '').replace(/\/$/, '').split('/');

/** The parameters in a path, matched as the router does; null if the path is not of this page. */
export function matchPage(name: PageName, path: string): Readonly<Record<string, string>> | null {
  const found: Record<string, string> = {};
  const wanted = segmentsOf(PAGES[name].path);
  const given = segmentsOf(path);
  const isOpen = wanted.at(-1) === '*';
  if (isOpen ? given.length < wanted.length - 1 : given.length !== wanted.length) return null;
  for (const [at, segment] of wanted.entries()) {
    const value = given[at] ?? '';
    if (segment === '*') break;
    if (segment.startsWith(':') && value !== '') found[segment.slice(1)] = value;
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return found;
}

export const pagesThat = (passes: (page: Page) => boolean): readonly PageName[] =>
  (Object.keys(PAGES) as PageName[]).filter((name) => passes(PAGES[name]));

export const firstSegments = (passes: (page: Page) => boolean): ReadonlySet<string> =>
  new Set(pagesThat(passes).map((name) => firstSegment(PAGES[name].path)));

export const firstSegment = (path: string): string => (path.split('/')[1] ?? '').toLowerCase();
