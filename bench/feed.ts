import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { QUOTAS } from '../domain/limits/quotas.ts';
import { openSchool, type School } from './http-school.ts';
import type { Row } from './row.ts';

/** `FEED_EVENTS=1000000 npm run bench -- feed` measures a million; making the log takes most of the time. */
const EVENTS = Number(process.env.FEED_EVENTS ?? 100_000);
/** Somewhat fewer than they have, in the order in which they happened in three months of a school. */
const EVENTS_OF_APPLICATION = 8;
const MILLION = 1_000_000;
const SECONDS_FOR_MILLION = 180;
const BAR = Math.ceil(MILLION / SECONDS_FOR_MILLION);

/** Calls of one member that wait at once, as many as may, for one event a round. */
const WAITING = QUOTAS.account.waitingPulls;
const ROUNDS = 20;
const ARRIVED_MS = 300;

interface Page {
  readonly events: readonly { readonly timestamp: string }[];
  readonly next: string;
  readonly hasMore: boolean;
}

/** A new consumer pulls the history of a school, page by page; then calls wait for what happens. */
export async function benchFeed(): Promise<Row[]> {
  const applications = Math.ceil(EVENTS / EVENTS_OF_APPLICATION);
  const school = await openSchool(applications, applications);
  const { server, cookie, close } = school;
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
    const woken = (await wakes(school)).toSorted((one, other) => one - other);
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
      {
        name: `an event to the answer of ${WAITING} waiting calls, p99 of ${ROUNDS} events`,
        figure: woken[Math.floor(woken.length * 0.99)] ?? 0,
        unit: 'ms',
        bar: 100,
        isLessBetter: true,
      },
    ];
  } finally {
    await close();
  }
}

/** Milliseconds from an event to each answer. */
async function wakes({ server, cookie, batchIds }: School): Promise<number[]> {
  const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
  const pull = async (query: string): Promise<Page> => {
    const response = await fetch(`${server.url}/api/events?types=StatusChanged&${query}`, { headers });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json() as Promise<Page>;
  };
  // The others are in batches that do not exist.
  const listed = await fetch(`${server.url}/api/applications?batchIds=${batchIds.join()}`, { headers });
  const [one] = (await listed.json()) as { readonly _id: string }[];
  const milliseconds: number[] = [];
  let { next } = await pull('after=latest');
  for (let round = 0; round < ROUNDS; round += 1) {
    const waits = Array.from({ length: WAITING }, async () => {
      const page = await pull(`after=${next}&wait=30`);
      milliseconds.push(Date.now() - Date.parse(page.events[0]?.timestamp ?? ''));
      return page;
    });
    await pause(ARRIVED_MS);
    const changed = await fetch(`${server.url}/api/applications/${one?._id}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ status: round % 2 === 0 ? 'DECISION PENDING' : 'INFORMATION SENT' }),
    });
    if (!changed.ok) throw new Error(`${changed.status} ${await changed.text()}`);
    const [page] = await Promise.all(waits);
    next = page?.next ?? next;
  }
  return milliseconds;
}

/** Linux counts in hundredths of a second (proc(5), utime and stime). */
async function processorSeconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
