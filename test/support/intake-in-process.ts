import { PassThrough, Readable } from 'node:stream';
import { runCommand } from '../../api/operator/command-line.ts';
import { type Ended, ranWell } from './running-server.ts';

/** What `intakeIn` answers, without a process of its own, which would load the whole program again. */
export async function intakeInProcess(environment: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([stdout, stderr].map(async (stream) => (await stream.toArray()).join('')));
  const env = { ...process.env, DEMO: '0', LOG_LEVEL: 'warn', ...environment };
  const code = await runCommand(words, { env, stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const [out = '', complaint = ''] = await written;
  return { code, out, complaint };
}

/** What `runIntakeIn` answers or throws. */
export const runIntakeInProcess = async (
  environment: NodeJS.ProcessEnv,
  ...words: readonly string[]
): Promise<string> => ranWell(words, await intakeInProcess(environment, ...words));
