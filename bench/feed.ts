import { readFile } from 'node:fs/promises';
import { openSchool } from './http-school.ts';
import type { Row } from './row.ts';

/** About 9 published events each, in the order in which they happened in three months of a school. */
const APPLICATIONS = 12_000;
/** 1,000,000 events in three minutes. */
const BAR = 5600;

interface Page {
  readonly events: readonly { readonly data: { readonly applicationId: string } }[];
  readonly next: string;
  readonly hasMore: boolean;
}

/** A new consumer pulls the whole history of a school, page by page. */
export async function benchFeed(): Promise<Row[]> {
  const { server, cookie, close } = await openSchool(APPLICATIONS, APPLICATIONS);
  try {
    const pages: number[] = [];
    let count = 0;
    let bytes = 0;
    let after = '';
    const worked = await processorSeconds(server.process.pid);
    const begun = performance.now();
    for (let hasMore = true; hasMore; ) {
      const from = performance.now();
      const response = await fetch(`${server.url}/api/events?limit=1000${after}`, { headers: { cookie } });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      pages.push(performance.now() - from);
      const page = JSON.parse(text) as Page;
      count += page.events.length;
      bytes += text.length;
      after = `&after=${page.next}`;
      hasMore = page.hasMore;
    }
    const seconds = (performance.now() - begun) / 1000;
    const work = (await processorSeconds(server.process.pid)) - worked;
    pages.sort((one, other) => one - other);
    return [
      { name: 'events that a new consumer pulls from the feed', figure: count / seconds, unit: 'events/s', bar: BAR },
      {
        name: 'the same ÷ processor time of the server, whatever else runs',
        figure: count / work,
        unit: 'events/s',
        bar: BAR,
      },
      {
        name: `a page of 1,000 of ${count.toLocaleString('en')} events, median`,
        figure: pages[Math.floor(pages.length / 2)] ?? 0,
        unit: 'ms',
        isLessBetter: true,
      },
      { name: 'characters of an event', figure: bytes / count, unit: 'chars', isLessBetter: true },
    ];
  } finally {
    await close();
  }
}

/** Linux counts in hundredths of a second (proc(5), utime and stime). */
async function processorSeconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
