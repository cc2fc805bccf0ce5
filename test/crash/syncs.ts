import { runIntake } from '../support/running-server.ts';
import { canTrace } from '../support/tools.ts';
import { type Finding, isOn, type Options } from './finding.ts';
import { type ApplicationAnswer, openSchool } from './school.ts';
import { NO_STRACE, startTracedServer } from './traced-server.ts';

const COMMANDS = 200;
const PROMISE = `Power failure: at least one sync for each of ${COMMANDS} sequential commands over HTTP, embedded`;

/** A kill cannot show a missing sync, so each command must have one between its request and its answer. */
export async function countSyncs(options: Options): Promise<Finding[]> {
  if (!isOn(options, 'embedded')) return [];
  if (!canTrace()) return [{ promise: PROMISE, figure: NO_STRACE, holds: null }];
  await using server = await startTracedServer();
  const intake = (...words: readonly string[]) => runIntake(server.directory, ...words);
  const { batchId, call } = await openSchool({ intake }, server.url);
  const { answer } = await call<ApplicationAnswer>(server.url, {
    method: 'POST',
    path: '/api/applications',
    body: { batchId, firstName: 'A', email: 'a@crash.example' },
  });
  const commands: { from: number; to: number }[] = [];
  for (let n = 0; n < COMMANDS; n += 1) {
    const from = now();
    const { status } = await call(server.url, {
      method: 'PUT',
      path: `/api/applications/${answer._id}`,
      body: { adminComments: [{ message: `Comment ${n}` }] },
    });
    if (status !== 200) throw new Error(`A command was answered ${status}`);
    commands.push({ from, to: now() });
  }
  const all = server.syncs();
  const counts = commands.map(({ from, to }) => all.filter((sync) => sync.from >= from && sync.to <= to).length);
  const without = counts.filter((count) => count === 0).length;
  return [
    {
      promise: PROMISE,
      figure: `${counts.reduce((sum, n) => sum + n, 0)} syncs within ${COMMANDS} commands, at least ${Math.min(...counts)} in each`,
      holds: without === 0,
    },
  ];
}

const now = (): number => (performance.timeOrigin + performance.now()) / 1000;
