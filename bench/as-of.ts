import { openDashboardSchool } from './dashboard-school.ts';
import type { Row } from './row.ts';

const SHARES = [0.25, 0.5, 0.75] as const;
const BAR_MS = 2000;

/** The whole dashboard of 20,000 applications as of three moments that nobody has asked for, and the change before each. */
export async function benchAsOf(): Promise<Row[]> {
  const { server, cookies, close } = await openDashboardSchool();
  try {
    const get = async (path: string) => {
      const response = await fetch(`${server.url}${path}`, { headers: { cookie: cookies.large } });
      if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
      return { text: await response.text(), asOf: response.headers.get('x-as-of') };
    };
    const whole = async (asOf: string): Promise<number> => {
      const begun = performance.now();
      const query = `?asOf=${encodeURIComponent(asOf)}`;
      await Promise.all(
        [`/api/applications${query}`, `/api/batches${query}`, `/api/processConfigBlobs${query}`].map(get),
      );
      return performance.now() - begun;
    };
    const rows = JSON.parse((await get('/api/applications')).text) as readonly { createdAt: string }[];
    const created = rows.map(({ createdAt }) => Date.parse(createdAt)).toSorted((one, other) => one - other);
    const [first, last] = [created[0] ?? 0, created.at(-1) ?? 0];
    const cold: number[] = [];
    const steps: number[] = [];
    for (const share of SHARES) {
      const at = new Date(first + share * (last - first)).toISOString();
      cold.push(await whole(at));
      const { text } = await get(`/api/asOf?at=${encodeURIComponent(at)}`);
      const { previous } = JSON.parse(text) as { previous: { position: string } | null };
      if (previous) steps.push(await whole(previous.position));
    }
    const row = (name: string, times: readonly number[]): Row => ({
      name: `as of a moment, 20,000 applications: ${name}`,
      figure: Math.max(...times),
      unit: 'ms',
      isLessBetter: true,
    });
    return [
      { ...row('the whole dashboard, slowest of 3 new moments', cold), bar: BAR_MS },
      row('the same, one change earlier', steps),
    ];
  } finally {
    await close();
  }
}
