import type { StoredGenerations } from '../../projections/engine/contract.ts';
import type { ProjectionStatus } from '../../projections/engine/status.ts';
import type { Services } from '../composition/services.ts';
import type { ProjectionOverview } from '../contract/projections.ts';
import { fileNameOf } from '../projection-files/projection-folder.ts';
import { countedIn } from '../read-models/event-tally.ts';

/** Counting reads an index of each read model. */
const COUNT_EVERY_MS = 10_000;
const NONE: StoredGenerations = { live: null, building: null, retired: [] };

type Kind = ProjectionOverview['kind'];
interface Sized {
  readonly generation: string | null;
  readonly at: number;
  readonly documents: number | null;
  readonly bytes: number | null;
}

/** All read models as creators see them. */
export function createProjectionOverview({
  engine,
  dynamic,
  stores,
  movement,
  tally,
  readModels,
  now,
}: Pick<Services, 'engine' | 'dynamic' | 'stores' | 'movement' | 'tally' | 'readModels' | 'now'>): () => Promise<
  ProjectionOverview[]
> {
  const counted = new Map<string, Sized>();

  async function countsOf(kind: Kind, { name, generation }: ProjectionStatus): Promise<Sized> {
    const known = counted.get(name);
    if (known?.generation === generation && now() - known.at < COUNT_EVERY_MS) return known;
    const [documents, bytes] = await Promise.all([
      (kind === 'portal' ? engine : dynamic).countDocuments(name),
      kind === 'portal' && generation !== null ? stores.sizeOfReadModel(generation) : null,
    ]);
    const counts = { generation, at: now(), documents, bytes };
    counted.set(name, counts);
    return counts;
  }

  async function skippedByName(): Promise<ReadonlyMap<string, ProjectionOverview['skipped']>> {
    // While it is being built itself.
    const { documents } = await readModels.skips.find({}).catch(() => ({ documents: [] }));
    const actors = documents.flatMap(({ skipped }) => skipped.flatMap(({ actor }) => actor.id ?? []));
    const users = await readModels.users.getMany([...new Set(actors)]);
    const emails = new Map(users.map(({ _id, email }) => [_id, email]));
    return new Map(
      documents.map(({ _id, skipped }) => [
        _id,
        skipped.map(({ actor, ...one }) => ({ ...one, by: (actor.id && emails.get(actor.id)) ?? null })),
      ]),
    );
  }

  return async () => {
    const [portal, others, generations, otherGenerations, decisions] = await Promise.all([
      engine.status(),
      dynamic.status(),
      engine.generations(),
      dynamic.generations(),
      skippedByName(),
    ]);
    const all = [
      ...portal.projections.map((status) => ({ status, kind: 'portal' as const, stored: generations })),
      ...others.projections.map((status) => ({ status, kind: kindOf(status.name), stored: otherGenerations })),
    ];
    void tally.compare(all.flatMap(({ status }) => countedIn(status))).catch(() => undefined);
    movement.note(all.map(({ status }) => status));
    const names = new Set(all.map(({ status }) => status.name));
    for (const name of counted.keys()) if (!names.has(name)) counted.delete(name);
    return Promise.all(
      all.map(async ({ status, kind, stored }) => {
        const { documents, bytes } = await countsOf(kind, status);
        const { taken, types, organization, ...shown } = status;
        return {
          ...shown,
          kind,
          events: shown.generation === null ? null : tally.of(shown.generation),
          documents,
          bytes,
          generations: stored.get(status.name) ?? NONE,
          skipped: decisions.get(status.name) ?? [],
          movement: movement.of(status.name),
        };
      }),
    );
  };
}

const kindOf = (name: string): Kind => (fileNameOf(name) === null ? 'report' : 'file');
