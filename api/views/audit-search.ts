import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { transliterated } from '../../domain/text/transliterated.ts';
import { auditKey } from '../../projections/audit.ts';
import type { Document, Filter } from '../../projections/document-store/port.ts';
import { KINDS, type Named } from '../kinds/kinds.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const MOST_WORDS = 8;
/** Limits the applicants and the documents that a search finds by name. */
const MOST_FOUND = 100;
const APPLICATION_STREAMS = ['application', 'solution', 'paymentAccount'];
/** Only one organization's entries are searched, so its own name is not looked up. */
const { organizations: _searchedIn, ...SEARCHED_KINDS } = KINDS;

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
  const [people, ...ofKinds] = await Promise.all([
    readModels.applicants.find({ organizationId, text: { containing: words } }, { limit: MOST_FOUND }),
    ...Object.entries(SEARCHED_KINDS).map(async ([readModel, { aggregate, namesOf = ownNames }]) => {
      const { documents } = await readModels[readModel as keyof typeof SEARCHED_KINDS].find({ organizationId });
      const found = namesOf(documents, organizationId).filter(({ name }) => contains(name, words));
      return found.map(({ _id }) => streamOf(aggregate.category, _id));
    }),
  ]);
  return [
    ...people.documents.flatMap(({ _id }) => APPLICATION_STREAMS.map((category) => streamOf(category, _id))),
    ...ofKinds.flat(),
  ].slice(0, MOST_FOUND * APPLICATION_STREAMS.length);
}

const ownNames = (stored: readonly Document[]) => stored as readonly Named[];

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
