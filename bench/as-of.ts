import { openDashboardSchool } from './dashboard-school.ts';
import type { Row } from './row.ts';

/** Of the time from the first to the last application. */
const SHARES = [0.25, 0.5, 0.75, 0.9] as const;
const BAR_MS = 2000;

/**
 * The whole dashboard of 20,000 applications as of moments that were not asked for before, and the change before each. At each of
 * them 1,000 to 2,500 applications had later changes. In the school with 3,000 all have: each is folded from its streams.
 */
export async function benchAsOf(): Promise<Row[]> {
  const { server, cookies, close } = await openDashboardSchool({ endsWithComments: true });
  try {
    const reader = (cookie: string) => async (path: string) => {
      const response = await fetch(`${server.url}${path}`, { headers: { cookie } });
      if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
      return response.text();
    };
    const large = reader(cookies.large);
    const ofLarge = await pastOf(large, SHARES);
    const ofNormal = await pastOf(reader(cookies.normal), [1]);
    const row = (name: string, times: readonly number[]): Row => ({
      name,
      figure: Math.max(...times),
      unit: 'ms',
      isLessBetter: true,
    });
    const asOf = 'as of a moment, 20,000 applications';
    return [
      { ...row(`${asOf}: the whole dashboard, slowest of 4 new moments`, ofLarge.cold), bar: BAR_MS },
      row('the same, one change earlier', ofLarge.steps),
      { ...row('as of a moment, 3,000 applications that all changed later', ofNormal.cold), bar: BAR_MS },
      row('audit log of 20,000 applications, slowest of 5 pages', await auditPages(large)),
    ];
  } finally {
    await close();
  }
}

type Read = (path: string) => Promise<string>;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function pastOf(read: Read, shares: readonly number[]) {
  const whole = (asOf: string) => {
    const lists = ['applications', 'batches', 'processConfigBlobs'];
    return timed(() => Promise.all(lists.map((list) => read(`/api/${list}?asOf=${encodeURIComponent(asOf)}`))));
  };
  const rows = JSON.parse(await read('/api/applications')) as readonly { createdAt: string }[];
  const created = rows.map(({ createdAt }) => Date.parse(createdAt)).toSorted((one, other) => one - other);
  const [first, last] = [created[0] ?? 0, created.at(-1) ?? 0];
  const [cold, steps]: [number[], number[]] = [[], []];
  for (const share of shares) {
    const at = new Date(first + share * (last - first)).toISOString();
    cold.push(await whole(at));
    const { previous } = JSON.parse(await read(`/api/asOf?at=${encodeURIComponent(at)}`)) as {
      previous: { position: string } | null;
    };
    if (previous) steps.push(await whole(previous.position));
  }
  return { cold, steps };
}

/** The first page, an older one, one of each filter, and one of a searched status. */
async function auditPages(read: Read): Promise<readonly number[]> {
  const [newest] = JSON.parse(await read('/api/audit?limit=1')) as readonly { at: string }[];
  const older = new Date(Date.parse(newest?.at ?? '') - 180 * 86_400_000).toISOString();
  const queries = ['', `to=${older}`, 'type=StatusChanged', 'kind=solution', 'text=interview%20pending'];
  const times: number[] = [];
  for (const query of queries) times.push(await timed(() => read(`/api/audit?limit=50&${query}`)));
  return times;
}
