import { batch } from '../../domain/batch/batch.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { organization } from '../../domain/organization/organization.ts';
import { processConfig } from '../../domain/process/process.ts';
import { activity } from '../../projections/activity.ts';
import { apiTokens } from '../../projections/api-tokens.ts';
import { applicants } from '../../projections/applicants.ts';
import { applications } from '../../projections/applications.ts';
import { arrivals } from '../../projections/arrivals.ts';
import { audit } from '../../projections/audit.ts';
import { bulks } from '../../projections/bulks.ts';
import { calendarFeeds } from '../../projections/calendar-feeds.ts';
import { calendarRevisions } from '../../projections/calendar-revisions.ts';
import { digests } from '../../projections/digests.ts';
import type { Document } from '../../projections/document-store/port.ts';
import type { Engine, PastRequest, ReadModel } from '../../projections/engine/contract.ts';
import type { AnyProjection, Projection } from '../../projections/engine/projection.ts';
import { feed } from '../../projections/feed.ts';
import { fileReferences } from '../../projections/file-references.ts';
import { files } from '../../projections/files.ts';
import { interviews } from '../../projections/interviews.ts';
import { journeys } from '../../projections/journeys.ts';
import { notices } from '../../projections/notices.ts';
import { paymentAccounts } from '../../projections/payment-accounts.ts';
import { skips } from '../../projections/skips.ts';
import { solutions } from '../../projections/solutions.ts';
import { timers } from '../../projections/timers.ts';
import { users } from '../../projections/users.ts';
import { KINDS } from '../kinds/kinds.ts';
import { withBuiltInTemplates } from './email-template-documents.ts';
import type { ReadCache } from './read-cache.ts';

type OfKinds = { readonly [Name in keyof typeof KINDS]: (typeof KINDS)[Name]['projection'] };

const READ_MODELS = {
  ...(Object.fromEntries(
    Object.entries(KINDS).map(([name, { projection }]) => [name, projection]),
  ) as unknown as OfKinds),
  users,
  applications,
  applicants,
  arrivals,
  activity,
  paymentAccounts,
  files,
  fileReferences,
  solutions,
  timers,
  audit,
  bulks,
  journeys,
  skips,
  feed,
  apiTokens,
  interviews,
  calendarFeeds,
  digests,
  calendarRevisions,
  notices,
};

/** For the rebuild thread too. */
export const PROJECTIONS: readonly AnyProjection[] = Object.values(READ_MODELS);

const NEWEST = 2n ** 63n - 1n;

/** Adds the document as of a position of the log, or a version. */
export interface PastReadModel<Doc extends Document> extends ReadModel<Doc> {
  asOf(id: string, at: bigint | number): Promise<Doc | undefined>;
  /** Documents of today and ids of removed ones, as of a position; without those that did not exist yet. */
  pastOf(documents: PastRequest<Doc>, until: bigint): Promise<readonly Doc[]>;
}

export interface History<Doc extends Document> extends PastReadModel<Doc> {
  /** Like `get`, but folds the streams if the read model does not have the document yet. */
  latest(id: string): Promise<Doc | undefined>;
  /** A document that a command has just written; throws if there is none. */
  written(id: string): Promise<Doc>;
}

// biome-ignore lint/suspicious/noExplicitAny: any event
type DocumentOf<P> = P extends Projection<infer Doc, any> ? Doc : never;

export type ReadModels = {
  readonly [Name in keyof typeof READ_MODELS]: History<DocumentOf<(typeof READ_MODELS)[Name]>>;
};

/** The read model of a category's streams. */
export function readModelOf(category: string): keyof ReadModels {
  const found = Object.entries<AnyProjection>(READ_MODELS).find(
    ([, { streams }]) => streams('id')[0] === streamOf(category, 'id'),
  );
  if (!found) throw new Error(`No read model holds documents of the category ${category}`);
  return found[0] as keyof ReadModels;
}

export function createReadModels(engine: Engine, cache: ReadCache): ReadModels {
  const stored = Object.fromEntries(
    Object.entries<AnyProjection>(READ_MODELS).map(([name, projection]) => [
      name,
      {
        ...engine.collection(projection),
        asOf: (id: string, at: bigint | number) => engine.asOf(projection, id, at),
        pastOf: (documents: PastRequest<Document>, until: bigint) => engine.pastOf(projection, documents, until),
      },
    ]),
  ) as unknown as ReadModels;
  const cached = <Doc extends Document>(category: string, opened: PastReadModel<Doc>): PastReadModel<Doc> => ({
    ...opened,
    ...cache.cached(category, opened),
  });
  const cachedOrganizations = cached(organization.category, stored.organizations);
  const opened = {
    ...stored,
    organizations: cachedOrganizations,
    batches: cached(batch.category, stored.batches),
    processes: cached(processConfig.category, stored.processes),
    emailTemplates: withBuiltInTemplates(stored.emailTemplates, cachedOrganizations),
  };
  return Object.fromEntries(
    Object.entries<PastReadModel<Document>>(opened).map(([name, readModel]) => [name, withLatest(readModel)]),
  ) as unknown as ReadModels;
}

function withLatest<Doc extends Document>(readModel: PastReadModel<Doc>): History<Doc> {
  const latest = async (id: string): Promise<Doc | undefined> =>
    (await readModel.get(id)) ?? (await readModel.asOf(id, NEWEST));
  return {
    ...readModel,
    latest,
    async written(id) {
      const document = await latest(id);
      if (!document) throw new Error(`${id} was written, but is in no read model and no stream`);
      return document;
    },
  };
}
