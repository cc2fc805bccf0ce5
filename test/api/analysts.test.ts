import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { intakeInProcess, runIntakeInProcess } from '../support/intake-in-process.ts';

let directory: string;
let log: DatabaseSync;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'intake-analysts-'));
  await runIntakeInProcess({ DATA_DIR: directory }, 'demo', '--applications', '60');
  log = new DatabaseSync(join(directory, 'events.sqlite'), { readOnly: true });
});
afterAll(async () => {
  log.close();
  await rm(directory, { recursive: true, force: true });
});

async function replayed<Row>(example: string): Promise<readonly Row[]> {
  const file = `examples/analysts/${example}.ts`;
  const { code, out, complaint } = await intakeInProcess({ DATA_DIR: directory }, 'replay', file, '--out', 'json');
  expect(code, complaint).toBe(0);
  return JSON.parse(out);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const DATA = "json_extract(data, '$.data')";
const query = <Row>(sql: string) => log.prepare(sql).all() as unknown as readonly Row[];
const countOf = (sql: string) => query<{ n: number }>(`SELECT count(*) AS n FROM events WHERE ${sql}`)[0]?.n ?? 0;

/** Compares each figure with another count over the same log. */
describe("the examples of the analysts' guide on the demo school", () => {
  test('contract-times: from first contact to contract, by source', async () => {
    const rows = await replayed<{ source: string; applied: number; signed: number; 'median days': number | null }>(
      'contract-times',
    );
    expect(sum(rows.map(({ applied }) => applied))).toBe(countOf("type = 'ApplicationSubmitted'"));
    const spans = query<{ source: string; days: number }>(`
      WITH RECURSIVE begun AS (
        SELECT substr(stream, 13) AS id, lower(coalesce(${DATA} ->> '$.tracking.source', 'not given')) AS source,
          metadata ->> '$.at' AS at
        FROM events WHERE type = 'ApplicationSubmitted'
        UNION ALL
        SELECT substr(stream, 13), lower(coalesce(${DATA} ->> '$.tracking.source', 'not given')), begun.at
        FROM events JOIN begun ON begun.id = ${DATA} ->> '$.fromId' WHERE type = 'ApplicationCopied'
      )
      SELECT source, julianday(min(metadata ->> '$.at')) - julianday(begun.at) AS days
      FROM events JOIN begun ON stream = 'application-' || begun.id
      WHERE type = 'StatusChanged' AND ${DATA} ->> '$.to' = 'CONTRACT RECEIVED'
        AND stream NOT IN (SELECT stream FROM events WHERE type = 'ApplicationTransferred')
      GROUP BY stream ORDER BY days`);
    expect(spans.length).toBeGreaterThan(3);
    for (const { source, signed, ...row } of rows) {
      const days = spans.flatMap((span) => (span.source === source ? span.days : []));
      expect([source, signed]).toEqual([source, days.length]);
      const middle = ((days[(days.length - 1) >> 1] ?? 0) + (days[days.length >> 1] ?? 0)) / 2;
      if (days.length > 0) expect(Math.abs((row['median days'] ?? 0) - middle)).toBeLessThan(0.06);
      else expect(row['median days']).toBeNull();
    }
  });

  test('quiz-drop-outs: who began and submitted each assessment', async () => {
    const rows = await replayed<{ assessment: string; begun: number; submitted: number; 'left after it': number }>(
      'quiz-drop-outs',
    );
    const expected = query<{ assessment: string; begun: number; submitted: number }>(`
      SELECT created.data ->> '$.data.details.name' AS assessment,
        (SELECT count(DISTINCT stream) FROM events WHERE type IN ('SolutionStarted', 'SolutionSubmitted')
          AND ${DATA} ->> '$.assessmentId' = substr(created.stream, 12)) AS begun,
        (SELECT count(DISTINCT stream) FROM events WHERE type = 'SolutionSubmitted'
          AND ${DATA} ->> '$.assessmentId' = substr(created.stream, 12)) AS submitted
      FROM events AS created WHERE created.type = 'AssessmentCreated' ORDER BY created.stream`);
    expect(expected.length).toBeGreaterThan(1);
    expect(rows.map(({ assessment, begun, submitted }) => ({ assessment, begun, submitted }))).toEqual(
      expected.map((row) => ({ ...row })),
    );
    const left = countOf(`type IN ('SolutionStarted', 'SolutionSubmitted') AND 'application-' || substr(stream, 10) IN (
        SELECT stream FROM (SELECT stream, ${DATA} ->> '$.to' AS last, max(revision) FROM events
          WHERE type = 'StatusChanged' GROUP BY stream)
        WHERE last IN ('CANCELLED', 'WITHDRAWN', 'CONTRACT DECLINED', 'INCORRECT INFORMATION'))
      AND revision = 0`);
    expect(sum(rows.map((row) => row['left after it']))).toBe(left);
  });

  test('workload: what each member of the staff was given and did, by week', async () => {
    const rows = await replayed<{
      week: string;
      person: string;
      assigned: number;
      statusChanges: number;
      comments: number;
    }>('workload');
    const ofStaff = (type: string, person: string) =>
      countOf(
        `type = '${type}' AND ${person} IN (SELECT ${DATA} ->> '$.userId' FROM events WHERE type = 'MemberAdded')`,
      );
    expect(sum(rows.map(({ assigned }) => assigned))).toBe(ofStaff('AdminAssigned', `${DATA} ->> '$.userId'`));
    expect(sum(rows.map(({ statusChanges }) => statusChanges))).toBe(
      ofStaff('StatusChanged', "metadata ->> '$.actor.id'"),
    );
    expect(sum(rows.map(({ comments }) => comments))).toBe(ofStaff('CommentAdded', "metadata ->> '$.actor.id'"));
    expect(rows.every(({ week }) => /^20\d\d-W[0-5]\d$/.test(week))).toBe(true);
    expect(new Set(rows.map(({ week, person }) => `${week} ${person}`)).size).toBe(rows.length);
  });
});
