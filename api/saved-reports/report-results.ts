import { type Pace, YIELD_ONLY } from '../../commands/transfer/pace.ts';
import { problemsOf } from '../../domain/report-catalogue/check-report.ts';
import type { ReportQuestion } from '../../domain/saved-report/details.ts';
import { questionOf } from '../../domain/saved-report/question.ts';
import { type ReadModel, ReadModelNotReady, UnknownProjection } from '../../projections/engine/contract.ts';
import type { ReportShard, Subject } from '../../projections/report-folds/contributions.ts';
import type { Gathered, ReportTable } from '../../projections/report-folds/tabulate.ts';
import type { ReportDocument } from '../../projections/reports.ts';
import type { DynamicProjections } from '../dynamic/dynamic-projections.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { newestChange, readShards } from './read-shards.ts';
import { gathered, membersIn, type NumberIn, type TableOptions, tableOf } from './report-table.ts';
import { projectionNameOf, type SavedReports } from './saved-reports.ts';

export interface Result {
  /** The version of the report whose question the figures answer. */
  readonly asked: ReportDocument;
  readonly question: ReportQuestion;
  readonly table: ReportTable;
  readonly changed: number;
}

export interface ReportResults {
  /** Of the position `changed` while that is known. Null before the first build is complete, and if the figures use something that has become personal. */
  read(report: ReportDocument, about: TableOptions, changed?: number | null): Promise<Result | null>;
  /** All groups, of the result with this position while that is known, otherwise of the newest. */
  readWhole(report: ReportDocument, about: TableOptions, changed: number | null): Promise<Result | null>;
  /** The applications behind one number of the result with this position; undefined if that is no longer known. */
  members(report: ReportDocument, about: TableOptions, number: NumberOfResult): Promise<Members | null | undefined>;
}

export interface NumberOfResult {
  readonly changed: number;
  readonly in: NumberIn;
}

export interface Members extends Result {
  readonly ids: readonly string[];
}

interface Known extends Result {
  readonly timeZone: string;
  readonly catalogue: string;
  readonly erasures: number;
  /** Where it was read; another may leave out an event at the same position. */
  readonly generation: string | null;
  /** Null if there was no room. */
  gathered: Gathered | null;
  /** Milliseconds of work, and when they were spent. */
  readonly took: number;
  readonly at: number;
}

/** Results of all reports, with their applications. */
const MOST_KNOWN = 200;
/** Applications in all known results: some 30 MB. */
const MOST_IDS = 300_000;
/** A result that changes all the time is computed at most every 10 times as long as it takes. */
const REST = 10;

type Whole = Known & { readonly gathered: Gathered };

const withAll = (one: Known | null | undefined): Whole | null =>
  one?.gathered ? { ...one, gathered: one.gathered } : null;

export function createReportResults({
  dynamic,
  reports,
  savedReports,
  pace = YIELD_ONLY,
}: {
  readonly dynamic: Pick<DynamicProjections, 'collection' | 'liveGeneration'>;
  readonly reports: Pick<ReadModels['reports'], 'asOf'>;
  readonly savedReports: Pick<SavedReports, 'erasures'>;
  readonly pace?: Pace;
}): ReportResults {
  /** The newest last. A former result of a report stays for those who look at it. */
  const known = new Set<Known>();
  const underWay = new Map<string, Promise<Known | null>>();

  async function compute(report: ReportDocument, about: TableOptions): Promise<Known | null> {
    const begun = performance.now();
    const { erasures } = savedReports;
    const generation = generationOf(report);
    const read = await readShards(shardsOf(report), pace);
    const asked = await versionOf(report, read.definition);
    if (!asked) return null;
    const question = questionOf(asked);
    const all = await gathered(subjectsIn(read.shards), question, about, pace);
    const table = await tableOf(all, about, 'shown', pace);
    const at = performance.now();
    const { timeZone } = about;
    const catalogue = namesOf(about);
    const took = at - begun;
    const kept = { timeZone, catalogue, erasures, generation, gathered: all, took, at };
    return { asked, question, table, changed: read.changed, ...kept };
  }

  const shardsOf = ({ _id }: ReportDocument): ReadModel<ReportShard> =>
    dynamic.collection<ReportShard>({ name: projectionNameOf(_id) });

  const generationOf = ({ _id }: ReportDocument): string | null => dynamic.liveGeneration(projectionNameOf(_id));

  async function versionOf(report: ReportDocument, definition: number | null): Promise<ReportDocument | undefined> {
    if (definition === null || definition === report.definition) return report;
    return reports.asOf(report._id, definition);
  }

  const isUsable = ({ asked, timeZone, erasures, catalogue }: Known, { _id }: ReportDocument, about: TableOptions) =>
    asked._id === _id &&
    timeZone === about.timeZone &&
    erasures === savedReports.erasures &&
    catalogue === namesOf(about);

  function computed(report: ReportDocument, about: TableOptions): Promise<Known | null> {
    const key = JSON.stringify([report._id, report.definition, about.timeZone, namesOf(about), savedReports.erasures]);
    const running = underWay.get(key);
    if (running) return running;
    const computing = compute(report, about)
      .then((result) => {
        if (result) keep(result);
        return result;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, computing);
    return computing;
  }

  function keep(result: Known): void {
    const isReplaced = ({ asked, changed, erasures }: Known) =>
      erasures !== savedReports.erasures ||
      (asked._id === result.asked._id && asked.definition === result.asked.definition && changed === result.changed);
    for (const one of [...known]) if (isReplaced(one)) known.delete(one);
    known.add({ ...result });
    let ids = 0;
    for (const [index, one] of [...known].reverse().entries()) {
      ids += one.gathered?.size ?? 0;
      if (index >= MOST_KNOWN) known.delete(one);
      else if (ids > MOST_IDS) one.gathered = null;
    }
  }

  async function shown(report: ReportDocument, about: TableOptions): Promise<Known | null> {
    const before = [...known].findLast((one) => isUsable(one, report, about));
    const isAsked = before?.asked.definition === report.definition;
    if (before && isAsked && performance.now() - before.at < before.took * REST) return before;
    const newest = await newestChange(shardsOf(report));
    const isNewest =
      newest?.changed === before?.changed &&
      newest?.definition === before?.asked.definition &&
      before?.generation === generationOf(report);
    return before && isNewest ? before : computed(report, about);
  }

  const knownAt = (report: ReportDocument, about: TableOptions, changed: number): Known | undefined =>
    [...known].findLast((one) => isUsable(one, report, about) && one.changed === changed);

  /** With its applications. Without a position, or with one that is no longer kept, it is the newest result. */
  async function whole(report: ReportDocument, about: TableOptions, changed: number | null): Promise<Whole | null> {
    const found = changed === null ? await shown(report, about) : knownAt(report, about, changed);
    if (found === null) return null;
    return withAll(found) ?? withAll(await computed(report, about));
  }

  const isAllowed = ({ question }: Result, { catalogue }: TableOptions): boolean =>
    problemsOf(question, catalogue).length === 0;

  async function ifBuilt<Value>(read: () => Promise<Value>): Promise<Value | null> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof ReadModelNotReady || error instanceof UnknownProjection) return null;
      throw error;
    }
  }

  return {
    read: (report, about, changed = null) =>
      ifBuilt(async () => {
        const former = changed === null ? undefined : knownAt(report, about, changed);
        const result = former ?? (await shown(report, about));
        return result && isAllowed(result, about) ? result : null;
      }),
    readWhole: (report, about, changed) =>
      ifBuilt(async () => {
        const result = await whole(report, about, changed);
        return result && isAllowed(result, about)
          ? { ...result, table: await tableOf(result.gathered, about, 'all', pace) }
          : null;
      }),
    members: (report, about, { changed, in: names }) =>
      ifBuilt(async () => {
        const result = await whole(report, about, changed);
        if (!result || !isAllowed(result, about)) return null;
        if (result.changed !== changed) return undefined;
        const ids = await membersIn(result.gathered, names, about);
        return ids === null ? undefined : { ...result, ids };
      }),
  };
}

function* subjectsIn(shards: readonly ReportShard[]): Generator<Subject> {
  for (const { subjects } of shards) yield* subjects;
}

/** The options of answers decide which groups have a name. */
export const namesOf = ({ catalogue }: TableOptions): string =>
  JSON.stringify(catalogue.fields.filter(({ id }) => id.startsWith('answer.')).map(({ id, options }) => [id, options]));
