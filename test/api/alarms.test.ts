import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readQuery, type Selector } from '../support/promql.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const RULES = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Intake[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smhd]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string().min(10) }),
        }),
      ),
    }),
  ),
});

const PANEL = z.object({
  id: z.number(),
  type: z.enum(['row', 'stat', 'timeseries']),
  title: z.string(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z
    .array(z.object({ refId: z.string(), expr: z.string(), datasource: z.object({ uid: z.literal('$datasource') }) }))
    .default([]),
});
const DASHBOARD = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(PANEL),
});

/** Labels that Prometheus adds to each series. */
const ADDED = ['instance', 'job'];
/** Metrics of Prometheus and of node_exporter. */
const OTHERS = new Set(['up', 'node_timex_offset_seconds']);

let server: TestServer;
let samples: Map<string, Readonly<Record<string, string>>[]>;
let guide: string;
let rules: readonly { readonly alert: string; readonly expr: string }[];
beforeAll(async () => {
  server = await startTestServer();
  const scrape = async () => (await fetch(`${server.url}/metrics`)).text();
  // A route has series only after its first request, and the garbage collection after its first run.
  await vi.waitFor(
    async () => {
      Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
      expect(await scrape()).toContain('nodejs_gc_duration_seconds_sum');
    },
    { timeout: 20_000, interval: 5 },
  );
  samples = samplesIn(await scrape());
  const section = (await readFile('docs/operations.md', 'utf8')).split(/^## /m);
  guide = section.find((part) => part.startsWith('What to watch\n')) ?? '';
  rules = RULES.parse(parse(await readFile('docs/alerts.yml', 'utf8'))).groups.flatMap((group) => group.rules);
});
afterAll(() => server.close());

function samplesIn(text: string): typeof samples {
  const found: typeof samples = new Map();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [label, value]);
    found.set(name, [...(found.get(name) ?? []), Object.fromEntries(pairs)]);
  }
  return found;
}

/** The reason why no server exports a series for the selector, or undefined. */
function fault({ metric, matchers }: Selector): string | undefined {
  if (OTHERS.has(metric)) return undefined;
  const sets = samples.get(metric);
  if (!sets) return `${metric} is not exported`;
  for (const { label, operator, value } of matchers) {
    if (ADDED.includes(label)) continue;
    const values = sets.flatMap((set) => set[label] ?? []);
    if (values.length === 0) return `${metric} has no label ${label}`;
    const isMet = (one: string) => (operator.includes('~') ? new RegExp(`^(?:${value})$`).test(one) : one === value);
    const named = operator === '=~' ? value.split('|') : [];
    const missing = named.filter((one) => /^\w+$/.test(one) && !values.includes(one));
    if (!values.some(isMet) || missing.length > 0) return `${metric} has no ${label}${operator}"${value}"`;
  }
  return undefined;
}

function faultsOf(expr: string): readonly string[] {
  const { selectors, groupings } = readQuery(expr);
  const labels = selectors.flatMap(({ metric }) => (samples.get(metric) ?? []).flatMap((set) => Object.keys(set)));
  const known = new Set([...labels, ...ADDED]);
  return [
    ...selectors.flatMap((selector) => fault(selector) ?? []),
    ...groupings.filter((label) => !known.has(label)).map((label) => `nothing has the label ${label}`),
  ];
}

describe('docs/alerts.yml', () => {
  test('asks for metrics and labels that a server exports, in queries that Prometheus reads', () => {
    expect(rules.flatMap(({ alert, expr }) => faultsOf(expr).map((wrong) => `${alert}: ${wrong}`))).toEqual([]);
  });

  test('holds every alarm of the guide, and no other', () => {
    const named = [...guide.matchAll(/`(Intake[A-Z]\w+)`/g)].map(([, name]) => name);
    expect(rules.map(({ alert }) => alert).sort()).toEqual(named.sort());
  });

  test('holds a rule about each metric for which the guide wants an alarm', () => {
    const rows = [...guide.matchAll(/^\| `(\w+)` \|.*\| ([^|]+) \|$/gm)];
    expect(rows.length).toBeGreaterThan(20);
    const silent = rows.flatMap(([, metric = '', alarm = '']) => {
      const alerts = [...alarm.matchAll(/`(Intake[A-Z]\w+)`/g)].map(([, name]) => name);
      const isTold = rules.some(({ alert, expr }) => alerts.includes(alert) && expr.includes(metric));
      return isTold ? [] : [`${metric}: name in its alarm a rule of docs/alerts.yml that asks for it`];
    });
    expect(silent).toEqual([]);
  });
});

describe('docs/dashboard.json', () => {
  const read = async () => DASHBOARD.parse(JSON.parse(await readFile('docs/dashboard.json', 'utf8')));
  /** Grafana replaces its variables before Prometheus reads the query. */
  const filledIn = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

  test('can be imported: panels do not overlap, and the data source is chosen', async () => {
    const { panels, templating } = await read();
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(templating.list).toContainEqual(expect.objectContaining({ name: 'datasource', type: 'datasource' }));
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos, type, targets, title } of panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      expect(targets.length > 0, title).toBe(type !== 'row');
    }
  });

  test('asks for metrics and labels that a server exports, in queries that Prometheus reads', async () => {
    const { panels } = await read();
    const wrong = panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr }) => faultsOf(filledIn(expr)).map((one) => `${title}: ${one}`)),
    );
    expect(wrong).toEqual([]);
  });

  test('shows every metric of ours that has an alarm', async () => {
    const { panels } = await read();
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
    const alarmed = new Set(rules.flatMap(({ expr }) => readQuery(expr).selectors.map(({ metric }) => metric)));
    const base = (metric: string) => metric.replace(/_(?:bucket|count|sum)$/, '');
    expect([...alarmed].filter((metric) => !OTHERS.has(metric) && !shown.includes(base(metric)))).toEqual([]);
  });
});
