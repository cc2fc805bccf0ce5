import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { transliterated } from '../../domain/text/transliterated.ts';
import { auditKey } from '../../projections/audit.ts';
import type { Filter } from '../../projections/document-store/port.ts';
import { withUnchanged } from '../read-models/email-template-documents.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const MOST_WORDS = 8;
/** Limits the applicants and the documents that a search finds by name. */
const MOST_FOUND = 100;
const APPLICATION_STREAMS = ['application', 'solution', 'paymentAccount'];

/** An entry matches if it passes at least one filter; empty without a search. */
export async function searchFilters(
  text: string,
  organizationId: string,
  readModels: ReadModels,
): Promise<readonly Filter[]> {
  const words = [...new Set(transliterated(text).split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const [streams, authors] = await Promise.all([
    streamsNamed(words, organizationId, readModels),
    authorsNamed(words, organizationId, readModels),
  ]);
  return [
    { top: organizationId, text: { containing: words } },
    ...(streams.length > 0 ? [{ organizationId, stream: streams }] : []),
    ...(authors.length > 0 ? [{ top: organizationId, byActor: authors }] : []),
  ];
}

async function streamsNamed(words: readonly string[], organizationId: string, readModels: ReadModels) {
  const { applicants, batches, emailTemplates, processes, assessments, paymentModels, webhooks, reports } = readModels;
  const own = { organizationId };
  const [people, templates, configs, ...named] = await Promise.all([
    applicants.find({ ...own, text: { containing: words } }, { limit: MOST_FOUND }),
    emailTemplates.find(own),
    processes.find(own),
    ...[batches, assessments, paymentModels, webhooks, reports].map(
      (readModel) => readModel.find(own) as Promise<{ readonly documents: readonly Named[] }>,
    ),
  ]);
  const isNamed = ({ name }: Pick<Named, 'name'>) => contains(name, words);
  const idsOf = (documents: readonly Named[]) => documents.filter(isNamed).map(({ _id }) => _id);
  const categories = ['batch', 'assessment', 'paymentModel', 'webhook', 'report'];
  const labelled = configs.documents.map(({ _id, config }) => ({ _id, name: config.label ?? null }));
  return [
    ...people.documents.flatMap(({ _id }) => APPLICATION_STREAMS.map((category) => streamOf(category, _id))),
    ...named.flatMap(({ documents }, n) => idsOf(documents).map((id) => streamOf(categories[n] ?? '', id))),
    ...idsOf(withUnchanged(templates.documents, organizationId)).map((id) => streamOf('emailTemplate', id)),
    ...idsOf(labelled).map((id) => streamOf('process', id)),
  ].slice(0, MOST_FOUND * APPLICATION_STREAMS.length);
}

interface Named {
  readonly _id: string;
  readonly name: string | null;
}

const contains = (text: string | null, words: readonly string[]): boolean => {
  const folded = transliterated(text ?? '');
  return words.every((word) => folded.includes(word));
};

async function authorsNamed(
  words: readonly string[],
  organizationId: string,
  { organizations, users }: Pick<ReadModels, 'organizations' | 'users'>,
): Promise<readonly string[]> {
  const members = (await organizations.get(organizationId))?.members ?? [];
  const people = await users.getMany(members.map(({ userId }) => userId));
  return people
    .filter(({ email, name = null }) => contains(email, words) || contains(name, words))
    .map(({ _id }) => auditKey(organizationId, _id));
}
