import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openReadModels, type ReadModels, removeReadModels } from '../../test/support/read-models.ts';
import { shops } from '../../test/support/shop.ts';
import { Announcer, claimTerm, LEADER_ID } from './announcement.ts';
import { Catalogue } from './catalogue.ts';
import { Retirement } from './retirement.ts';
import { Superseded } from './term.ts';

let models: ReadModels;
beforeEach(async () => {
  models = await openReadModels();
});
afterEach(async () => {
  await models.close();
  await removeReadModels(models);
});

async function leading(term = 1): Promise<Catalogue> {
  const catalogue = new Catalogue(models.store);
  catalogue.term = term;
  await claimTerm(catalogue.announcements, term);
  await catalogue.takeOn(shops);
  return catalogue;
}

test('an older leader changes nothing', async () => {
  const old = await leading();
  const generation = await old.beginBuild(shops);
  const next = await leading(2);
  expect(await next.beginBuild(shops)).toBe(generation);
  for (const change of [
    () => old.beginBuild(shops),
    () => old.abandonBuild(shops),
    () => old.makeLive(shops, generation),
    () => old.retireLive(shops),
  ]) {
    await expect(change()).rejects.toThrow(Superseded);
  }
  await next.makeLive(shops, generation);
  expect(await next.entry(shops)).toMatchObject({ live: generation, building: null, term: 2 });
});

test('an older leader leaves retired generations to the new one, and reports no problem', async () => {
  const old = await leading();
  const generation = await old.beginBuild(shops);
  const dropped = vi.spyOn(old, 'dropRetired');
  const problems: string[] = [];
  const onProblem = (message: string) => problems.push(message);
  const retirement = new Retirement({ catalogue: old, retireAfterMs: 1, isShared: true, onProblem });
  await leading(2);
  retirement.drop(shops, [generation]);
  await vi.waitUntil(() => dropped.mock.settledResults[0]?.type === 'rejected');
  expect(problems).toEqual([]);
});

test('a process without a term changes nothing that a leader has taken over', async () => {
  const leader = await leading();
  const generation = await leader.beginBuild(shops);
  await leader.makeLive(shops, generation);
  const intruder = new Catalogue(models.store);
  for (const change of [
    () => intruder.takeOn(shops),
    () => intruder.retireLive(shops),
    () => intruder.dropRetired(shops, [generation]),
  ]) {
    await expect(change()).rejects.toThrow(Superseded);
  }
  expect(await leader.entry(shops)).toMatchObject({ live: generation, retired: [] });
});

test('simultaneous changes by several processes are applied one after the other', async () => {
  const leader = await leading();
  const others = [new Catalogue(models.store), new Catalogue(models.store), new Catalogue(models.store)];
  const names = await Promise.all([leader.beginBuild(shops), ...others.map((other) => other.beginScratch(shops))]);
  expect(new Set(names).size).toBe(4);
  const { building, scratch, next } = await leader.entry(shops);
  expect([building, ...scratch].toSorted()).toEqual(names.toSorted());
  expect(next).toBe(5);
});

test('a term older than the newest one cannot be claimed, an equal one can', async () => {
  const { announcements } = await leading(3);
  await expect(claimTerm(announcements, 2)).rejects.toThrow(Superseded);
  expect(await claimTerm(announcements, 3)).toMatchObject({ term: 3, beat: 2 });
  expect(await announcements.get(LEADER_ID)).toMatchObject({ term: 3 });
});

test('an older leader that publishes an announcement is refused, and the newer one stays', async () => {
  const { announcements } = await leading();
  const overtaken = Promise.withResolvers<void>();
  const announcer = new Announcer(
    announcements,
    { term: 1, beat: 1 },
    {
      content: () => ({ error: 'of the old one', projections: [] }),
      onSuperseded: overtaken.resolve,
      onProblem: (_, error) => overtaken.reject(error),
    },
  );
  await claimTerm(announcements, 2);
  announcer.announce();
  await overtaken.promise;
  announcer.announce();
  await announcer.close();
  expect(await announcements.get(LEADER_ID)).toMatchObject({ term: 2, error: null });
});
