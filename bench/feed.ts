import { readFile } from 'node:fs/promises';
import { openSchool } from './http-school.ts';
import type { Row } from './row.ts';

/** `FEED_EVENTS=1000000 npm run bench -- feed` measures a million; making the log takes most of the time. */
const EVENTS = Number(process.env.FEED_EVENTS ?? 100_000);
/** Somewhat fewer than they have, in the order in which they happened in three months of a school. */
const EVENTS_OF_APPLICATION = 8;
const MILLION = 1_000_000;
const SECONDS_FOR_MILLION = 180;
const BAR = Math.ceil(MILLION / SECONDS_FOR_MILLION);

interface Page {
  readonly events: readonly { readonly data: { readonly applicationId: string } }[];
  readonly next: string;
  readonly hasMore: boolean;
}

/** A new consumer pulls the history of a school, page by page. */
export async function benchFeed(): Promise<Row[]> {
  const applications = Math.ceil(EVENTS / EVENTS_OF_APPLICATION);
  const { server, cookie, close } = await openSchool(applications, applications);
  try {
    const pages: number[] = [];
    let count = 0;
    let bytes = 0;
    let after = '';
    const worked = await processorSeconds(server.process.pid);
    const begun = performance.now();
    for (let hasMore = true; hasMore && count < EVENTS; ) {
      const from = performance.now();
      const response = await fetch(`${server.url}/api/events?limit=1000${after}`, { headers: { cookie } });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      pages.push(performance.now() - from);
      const page = JSON.parse(text) as Page;
      if (page.events.length === 0) throw new Error(`An empty page follows ${count} events`);
      count += page.events.length;
      bytes += text.length;
      after = `&after=${page.next}`;
      hasMore = page.hasMore;
    }
    const seconds = (performance.now() - begun) / 1000;
    const work = (await processorSeconds(server.process.pid)) - worked;
    pages.sort((one, other) => one - other);
    return [
      {
        name: `${count.toLocaleString('en')} events pulled by a new consumer`,
        figure: seconds,
        unit: 's',
        bar: (SECONDS_FOR_MILLION * count) / MILLION,
        isLessBetter: true,
      },
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
