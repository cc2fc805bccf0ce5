import type { Actor } from '../../domain/access/actor.ts';
import { BUILT_IN_CONFIG, type ProcessConfig } from '../../domain/process/config.ts';
import { alsoHiding } from '../../domain/process/fields.ts';
import { type StepState, stepsOf, visibleSteps } from '../../domain/process/steps.ts';
import { factsOf, seesValue, type Viewer, viewerOf, viewOf } from '../../domain/visibility/application-document.ts';
import type { ShownActivity } from '../../projections/activity.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';
import { inParts } from '../../timing/in-parts.ts';
import type { Services } from '../composition/services.ts';
import type { ApplicationView } from '../contract/applications.ts';
import { createTextCache, Serialised, type TextCache } from '../http/serialised.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { activityOf } from './activity-view.ts';
import { emailsOf } from './changes.ts';

interface Joined {
  readonly emails: ReadonlyMap<string, string | null>;
  readonly configs: ReadonlyMap<string, ProcessConfig>;
  /** For transferred copies only. */
  readonly appliedAt: ReadonlyMap<string, string>;
  /** For copies whose applicant has not been seen since the transfer: when they were seen before it. */
  readonly seenBefore: ReadonlyMap<string, string>;
}

interface Past {
  readonly at: bigint;
  readonly activity: ShownActivity;
  readonly today: ApplicationDocument;
}

/** A cache each, because a school's Admins and Viewers read the same lists in turn. */
const textsOfViewers = (): Readonly<Record<NonNullable<Viewer>, TextCache<ApplicationDocument>>> => ({
  admin: createTextCache(),
  viewer: createTextCache(),
  applicant: createTextCache(),
});
const rows = textsOfViewers();
const views = textsOfViewers();

/** A past value is hidden if its field is admin-only now or was then; an applicant sees what they may see now and could see then. */
export async function applicationView(
  document: ApplicationDocument,
  actor: Actor,
  { readModels, logger }: Pick<Services, 'readModels' | 'logger'>,
  past?: Past,
): Promise<Serialised<ApplicationView>> {
  const viewer = viewerOf(actor, document) ?? 'applicant';
  const joined = await join([document], actor, readModels);
  const today = configOf(document, joined);
  const then = past && (await pastConfig(document, past.at, readModels));
  const config = then ? alsoHiding(today, then) : today;
  const limits =
    past && then && viewer === 'applicant'
      ? [
          { config: then, document: document },
          { config: today, document: past.today },
        ]
      : [];
  const counted = viewer === 'admin' && !past ? await readModels.activity.get(document._id) : undefined;
  const { shown, parts } = past ? { shown: past.activity, parts: [] } : await activityOf(readModels, counted);
  // Compared by identity, because an erasure changes the parts and not their number.
  const known = [config, ...joinedTo(document, viewer, joined), counted, ...parts, parts.length];
  const view = () => {
    const steps = stepsOf(config, factsOf(document), (problem) =>
      logger.warn({ applicationId: document._id, batchId: document.batchId }, problem),
    );
    return {
      ...withinValues(row(document, viewer, config, joined), document, limits),
      steps: withinSteps(steps, config, limits),
      // Documents of earlier versions have none.
      correctedAnswers: document.correctedAnswers ?? [],
      ...(viewer === 'admin' ? { userActivity: activityMembers(shown), failedEmails: failedEmails(document) } : {}),
    };
  };
  return new Serialised(past ? JSON.stringify(view()) : views[viewer].textOf(document, known, view));
}

const failedEmails = ({ mails }: ApplicationDocument) => mails.filter(({ failure }) => failure !== null).length;

const activityMembers = ({ entries, earlier }: ShownActivity) => ({
  activityEntries: [...entries],
  ...(earlier.length > 0 ? { earlier: [...earlier] } : {}),
});

/** A state that decides what an applicant may see. */
interface Limit {
  readonly config: ProcessConfig;
  readonly document: ApplicationDocument;
}

function withinValues(
  shown: ApplicationView,
  { values }: ApplicationDocument,
  limits: readonly Limit[],
): ApplicationView {
  if (limits.length === 0) return shown;
  const tests = limits.map(({ document, config }) => seesValue(document, config));
  const hidden = new Set(Object.keys(values).filter((name) => !tests.every((sees) => sees(name))));
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !hidden.has(name))) as ApplicationView;
}

function withinSteps(
  steps: readonly StepState[],
  { applicationDetailsSteps }: ProcessConfig,
  limits: readonly Limit[],
): readonly StepState[] {
  const visible = limits.map(({ document, config }) => visibleSteps(config, factsOf(document)));
  return steps.map((step) => {
    const id = applicationDetailsSteps[step.index]?._id ?? '';
    return visible.every((ids) => ids.has(id))
      ? step
      : { ...step, isVisible: false, isComplete: false, isActive: false };
  });
}

/** The work on one as bytes of JSON of the same work: about half of its own. */
const ROW_WEIGHT = 500;

export async function applicationRows(
  documents: readonly ApplicationDocument[],
  actor: Actor,
  readModels: ReadModels,
): Promise<Serialised<ApplicationView[]>> {
  const joined = await join(documents, actor, readModels);
  const texts = await inParts(
    documents,
    () => ROW_WEIGHT,
    (document) => {
      const viewer = viewerOf(actor, document) ?? 'applicant';
      const config = configOf(document, joined);
      return rows[viewer].textOf(document, [config, ...joinedTo(document, viewer, joined)], () =>
        row(document, viewer, config, joined),
      );
    },
  );
  return new Serialised(`[${texts.join(',')}]`, texts.length);
}

function row(
  document: ApplicationDocument,
  viewer: NonNullable<Viewer>,
  config: ProcessConfig,
  joined: Joined,
): ApplicationView {
  const { _id, version, lastSeenAt, statusSince } = document;
  const appliedAt = joined.appliedAt.get(_id);
  const shown = {
    ...viewOf(document, viewer, config),
    _id,
    version,
    ...(appliedAt !== undefined && { appliedAt }),
  } as ApplicationView;
  if (viewer === 'applicant') return shown;
  return {
    ...shown,
    ...withEmails(shown, joined),
    lastSeenAt: lastSeenAt ?? joined.seenBefore.get(_id) ?? null,
    statusSince,
  };
}

const joinedTo = (document: ApplicationDocument, viewer: NonNullable<Viewer>, joined: Joined) => [
  allEmails(document, viewer, joined),
  joined.appliedAt.get(document._id),
  joined.seenBefore.get(document._id),
];

function allEmails(
  { adminAssigneeId, comments }: ApplicationDocument,
  viewer: NonNullable<Viewer>,
  { emails }: Joined,
): string {
  if (viewer !== 'admin') return '';
  let all = adminAssigneeId === null ? '' : (emails.get(adminAssigneeId) ?? '');
  for (const { authorId } of comments) all += `\n${authorId === null ? '' : (emails.get(authorId) ?? '')}`;
  return all;
}

function withEmails({ adminAssignee, adminComments }: ApplicationView, { emails }: Joined): Partial<ApplicationView> {
  return {
    ...(adminAssignee
      ? { adminAssignee: { ...adminAssignee, userEmail: emails.get(adminAssignee.userId) ?? null } }
      : {}),
    ...(adminComments
      ? {
          adminComments: adminComments.map((comment) => ({
            ...comment,
            authorEmail: comment.authorId === null ? null : (emails.get(comment.authorId) ?? null),
          })),
        }
      : {}),
  };
}

const configOf = ({ batchId }: ApplicationDocument, { configs }: Joined): ProcessConfig =>
  configs.get(batchId) ?? BUILT_IN_CONFIG;

async function join(documents: readonly ApplicationDocument[], actor: Actor, readModels: ReadModels): Promise<Joined> {
  const people = new Set<string>();
  for (const document of documents) {
    if (viewerOf(actor, document) !== 'admin') continue;
    if (document.adminAssigneeId) people.add(document.adminAssigneeId);
    for (const { authorId } of document.comments) if (authorId) people.add(authorId);
  }
  const batchIds = [...new Set(documents.map(({ batchId }) => batchId))];
  const copies = documents.flatMap(({ _id, transferredFrom }) => (transferredFrom === null ? [] : [_id]));
  const [emails, configs, appliedAt, seenBefore] = await Promise.all([
    emailsOf(people, readModels),
    configsOfBatches(batchIds, readModels),
    appliedAtOf(copies, readModels),
    seenBeforeOf(documents, readModels),
  ]);
  return { emails, configs, appliedAt, seenBefore };
}

async function seenBeforeOf(
  documents: readonly ApplicationDocument[],
  { applications }: ReadModels,
): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>();
  const searched = (copy: ApplicationDocument, { lastSeenAt, transferredFrom }: ApplicationDocument) =>
    lastSeenAt === null && transferredFrom !== null ? [{ copy, from: transferredFrom }] : [];
  let waiting = documents.flatMap((document) => searched(document, document));
  while (waiting.length > 0) {
    const found = await applications.getMany([...new Set(waiting.map(({ from }) => from))]);
    const byId = new Map(found.map((original) => [original._id, original]));
    waiting = waiting.flatMap(({ copy, from }) => {
      const original = byId.get(from);
      // An original that came back may have been seen since.
      if (original?.lastSeenAt && original.lastSeenAt <= copy.createdAt) seen.set(copy._id, original.lastSeenAt);
      return original ? searched(copy, original) : [];
    });
  }
  return seen;
}

/** Empty until the read model is built for the first time. */
async function appliedAtOf(copies: readonly string[], { arrivals }: ReadModels): Promise<ReadonlyMap<string, string>> {
  if (copies.length === 0) return new Map();
  const found = await arrivals.getMany(copies).catch((error) => {
    if (error instanceof ReadModelNotReady) return [];
    throw error;
  });
  return new Map(found.flatMap((one) => ('arrival' in one && one.arrival ? [[one._id, one.arrival.appliedAt]] : [])));
}

async function pastConfig({ batchId }: ApplicationDocument, at: bigint, { batches, processes }: ReadModels) {
  const processId = (await batches.asOf(batchId, at))?.processId;
  return (processId && (await processes.asOf(processId, at))?.config) || BUILT_IN_CONFIG;
}

export async function configsOfBatches(
  batchIds: readonly string[],
  { batches, processes }: ReadModels,
): Promise<ReadonlyMap<string, ProcessConfig>> {
  const found = await batches.getMany(batchIds);
  const processIds = [...new Set(found.flatMap(({ processId }) => processId ?? []))];
  const configs = new Map((await processes.getMany(processIds)).map(({ _id, config }) => [_id, config]));
  return new Map(
    found.map(({ _id, processId }) => [_id, (processId !== null && configs.get(processId)) || BUILT_IN_CONFIG]),
  );
}
