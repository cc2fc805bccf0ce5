import { LRUCache } from 'lru-cache';
import type { EventLog } from '../../commands/event-store/event-log.ts';
import type { Pace } from '../../commands/transfer/pace.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { isAboutProgram } from '../../domain/saved-report/event-catalogue.ts';
import { questionOf } from '../../domain/saved-report/question.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { ReadModelNotReady, UnknownProjection } from '../../projections/engine/contract.ts';
import type { ReportShard, Subject } from '../../projections/report-folds/contributions.ts';
import { type Plan, planOf } from '../../projections/report-folds/plan.ts';
import { categoriesOf, subjectAsOf } from '../../projections/report-folds/report-folds.ts';
import type { Gathered } from '../../projections/report-folds/tabulate.ts';
import type { ReportDocument } from '../../projections/reports.ts';
import type { DynamicProjections } from '../dynamic/dynamic-projections.ts';
import type { Pin } from '../http/positions.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { readShards } from './read-shards.ts';
import { namesOf } from './report-results.ts';
import { gathered, type TableOptions } from './report-table.ts';
import { projectionNameOf, type SavedReports } from './saved-reports.ts';

/** Applications that are read before other requests run. */
const AT_ONCE = 32;
/** Much longer than clocks can be apart. */
const MARGIN_MS = 3_600_000;
/** A report that has fallen behind is folded from the streams instead. */
const WAIT_MS = 1000;
/** Applications in all results that are kept: some 10 MB. */
const MOST_IDS = 100_000;

export interface PastResults {
  /** `report`: as of then. Its figures are those of its question of then. */
  gather(report: ReportDocument, about: TableOptions, past: Pin): Promise<Result<Gathered>>;
}

/**
 * Figures of saved reports as of a position. What has not changed since is taken from the report's own documents; the
 * others are folded from their streams. The result is kept, for its file and the lists behind its numbers.
 */
export function createPastResults({
  log,
  readModels: { applications, batches, skips },
  dynamic,
  savedReports,
  pace,
}: {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly readModels: Pick<ReadModels, 'applications' | 'batches' | 'skips'>;
  readonly dynamic: Pick<DynamicProjections, 'collection' | 'waitFor'>;
  readonly savedReports: Pick<SavedReports, 'erasures'>;
  readonly pace: Pace;
}): PastResults {
  const known = new LRUCache<string, Gathered>({ maxSize: MOST_IDS, sizeCalculation: ({ size }) => size + 1 });
  const underWay = new Map<string, Promise<Result<Gathered>>>();

  async function subjectsOf(report: ReportDocument, plan: Plan, past: Pin): Promise<Result<readonly Subject[]>> {
    const { _id: reportId, organizationId } = report;
    const [same, { documents }, programs, left] = await Promise.all([
      unchangedSince(report, past),
      applications.find({ organizationId }),
      plan.question.events.some(isAboutProgram) ? batches.find({ organizationId }) : { documents: [] },
      skips.get(projectionNameOf(reportId)),
    ]);
    await pace();
    const then = documents.filter(({ createdAt }) => Date.parse(createdAt) <= past.at + MARGIN_MS);
    const isChanged = ({ _id }: { readonly _id: string }) => !same.has(_id);
    const changed = then.filter(isChanged);
    if (changed.length > LIMITS.journeys) {
      return reject('refused', TEXTS.savedReports.tooMuchSince(changed.length, LIMITS.journeys));
    }
    const skipped = new Set(left?.skipped.map(({ eventId }) => eventId));
    const categories = categoriesOf(plan);
    const jobs = [
      ...changed.map(({ _id }) => ({ id: _id, streams: categories.map((category) => streamOf(category, _id)) })),
      ...programs.documents.filter(isChanged).map(({ _id }) => ({ id: _id, streams: [streamOf('batch', _id)] })),
    ];
    const subjects = [...same.values()];
    for (let n = 0; n < jobs.length; n += AT_ONCE) {
      const some = jobs.slice(n, n + AT_ONCE).map(async ({ id, streams }) => {
        const events = (await Promise.all(streams.map((stream) => log.readStream(stream)))).flat();
        const counted = skipped.size === 0 ? events : events.filter((event) => !skipped.has(event.id));
        return subjectAsOf(id, counted, plan, past.position);
      });
      subjects.push(...(await Promise.all(some)));
      await pace();
    }
    return accept(subjects);
  }

  /** Subjects in documents that no event behind the position has changed. */
  async function unchangedSince(
    { _id, definition }: ReportDocument,
    { position }: Pin,
  ): Promise<ReadonlyMap<string, Subject>> {
    const name = projectionNameOf(_id);
    try {
      const shards = dynamic.collection<ReportShard>({ name });
      const waited = await dynamic.waitFor(position, { timeoutMs: WAIT_MS, collections: [name] });
      if (waited === 'stale') return new Map();
      const read = await readShards(shards, pace);
      if (read.definition !== definition) return new Map();
      const unchanged = read.shards.filter(({ changed }) => BigInt(changed) <= position);
      return new Map(unchanged.flatMap(({ subjects }) => subjects.map((subject) => [subject.id, subject])));
    } catch (error) {
      if (error instanceof ReadModelNotReady || error instanceof UnknownProjection) return new Map();
      throw error;
    }
  }

  async function compute(report: ReportDocument, about: TableOptions, past: Pin): Promise<Result<Gathered>> {
    const question = questionOf(report);
    const subjects = await subjectsOf(report, planOf(question), past);
    return subjects.ok ? accept(await gathered(subjects.value, question, about, pace)) : subjects;
  }

  return {
    gather(report, about, past) {
      const { _id, definition } = report;
      const { timeZone } = about;
      const key = JSON.stringify([
        _id,
        definition,
        `${past.position}`,
        timeZone,
        namesOf(about),
        savedReports.erasures,
      ]);
      const found = known.get(key);
      if (found) return Promise.resolve(accept(found));
      const running = underWay.get(key);
      if (running) return running;
      const computing = compute(report, about, past)
        .then((result) => {
          if (result.ok) known.set(key, result.value);
          return result;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, computing);
      return computing;
    },
  };
}
