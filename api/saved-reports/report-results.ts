import { problemsOf } from '../../domain/report-catalogue/check-report.ts';
import type { ReportQuestion } from '../../domain/saved-report/details.ts';
import { questionOf } from '../../domain/saved-report/question.ts';
import { type ReadModel, ReadModelNotReady, UnknownProjection } from '../../projections/engine/contract.ts';
import type { ReportShard } from '../../projections/report-folds/contributions.ts';
import type { ReportTable } from '../../projections/report-folds/tabulate.ts';
import type { ReportDocument } from '../../projections/reports.ts';
import type { DynamicProjections } from '../dynamic/dynamic-projections.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { newestChange, readShards } from './read-shards.ts';
import { type TableOptions, tableOf } from './report-table.ts';
import { projectionNameOf, type SavedReports } from './saved-reports.ts';

export interface Result {
  /** The version of the report whose question the figures answer. */
  readonly asked: ReportDocument;
  readonly question: ReportQuestion;
  readonly table: ReportTable;
  readonly changed: number;
}

export interface ReportResults {
  /** Null before the first build is complete, and if the figures use something that has become personal. */
  read(report: ReportDocument, about: About): Promise<Result | null>;
}

type About = TableOptions;

interface Known extends Result {
  readonly timeZone: string;
  readonly catalogue: string;
  readonly erasures: number;
  /** Milliseconds of work, and when they were spent. */
  readonly took: number;
  readonly at: number;
}

const MOST_KNOWN = 200;
/** A result that changes all the time is computed at most every 10 times as long as it takes. */
const REST = 10;

export function createReportResults({
  dynamic,
  reports,
  savedReports,
}: {
  readonly dynamic: Pick<DynamicProjections, 'collection'>;
  readonly reports: Pick<ReadModels['reports'], 'asOf'>;
  readonly savedReports: Pick<SavedReports, 'erasures'>;
}): ReportResults {
  const known = new Map<string, Known>();
  const underWay = new Map<string, Promise<Known | null>>();

  async function compute(report: ReportDocument, shards: ReadModel<ReportShard>, about: About): Promise<Known | null> {
    const begun = performance.now();
    const { erasures } = savedReports;
    const read = await readShards(shards);
    const asked = await versionOf(report, read.definition);
    if (!asked) return null;
    const question = questionOf(asked);
    const subjects = read.shards.flatMap((shard) => shard.subjects);
    const table = tableOf(subjects, question, about);
    const at = performance.now();
    const { timeZone } = about;
    const catalogue = namesOf(about);
    return { asked, question, table, changed: read.changed, timeZone, catalogue, erasures, took: at - begun, at };
  }

  async function versionOf(report: ReportDocument, definition: number | null): Promise<ReportDocument | undefined> {
    if (definition === null || definition === report.definition) return report;
    return reports.asOf(report._id, definition);
  }

  async function shown(report: ReportDocument, shards: ReadModel<ReportShard>, about: About): Promise<Known | null> {
    const id = report._id;
    const before = known.get(id);
    const isUsable =
      before !== undefined &&
      before.timeZone === about.timeZone &&
      before.erasures === savedReports.erasures &&
      before.catalogue === namesOf(about);
    const isAsked = isUsable && before.asked.definition === report.definition;
    if (isAsked && performance.now() - before.at < before.took * REST) return before;
    const newest = await newestChange(shards);
    if (isUsable && newest?.changed === before.changed && newest.definition === before.asked.definition) return before;
    const computing = underWay.get(id) ?? compute(report, shards, about);
    underWay.set(id, computing);
    try {
      const computed = await computing;
      known.delete(id);
      if (computed) known.set(id, computed);
      for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - MOST_KNOWN))) known.delete(oldest);
      return computed;
    } finally {
      underWay.delete(id);
    }
  }

  return {
    async read(report, about) {
      try {
        const shards = dynamic.collection<ReportShard>({ name: projectionNameOf(report._id) });
        const result =
          about.groups === 'all' ? await compute(report, shards, about) : await shown(report, shards, about);
        return result && problemsOf(result.question, about.catalogue).length === 0 ? result : null;
      } catch (error) {
        if (error instanceof ReadModelNotReady || error instanceof UnknownProjection) return null;
        throw error;
      }
    },
  };
}

/** The options of answers decide which groups have a name. */
const namesOf = ({ catalogue }: About): string =>
  JSON.stringify(catalogue.fields.filter(({ id }) => id.startsWith('answer.')).map(({ id, options }) => [id, options]));
