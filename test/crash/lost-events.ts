import { readFileSync, writeFileSync } from 'node:fs';
import type { Finding } from './finding.ts';
import { openServers } from './installation.ts';
import { type ApplicationAnswer, openSchool } from './school.ts';
import { verified } from './server-kills.ts';

const APPLICATIONS = 5;

type Line = readonly { readonly stream: string; readonly data: string }[];

/** Changes the lines of the log, given the stream of one application. */
type Harm = (lines: readonly Line[], stream: string) => readonly Line[];

const HARMS: Readonly<Record<string, Harm>> = {
  'A lost tail': (lines) => lines.slice(0, -3),
  'A lost stream': (lines, stream) => lines.filter(([event]) => event?.stream !== stream),
  'A changed event': (lines, stream) =>
    lines.map((line) =>
      line[0]?.stream === stream ? line.map((event) => ({ ...event, data: changed(event.data) })) : line,
    ),
};

/** The next `verify` finds events that EventStoreDB has lost or changed. */
export async function loseEvents(): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, harm] of Object.entries(HARMS)) findings.push(await lose(what, harm));
  return findings;
}

async function lose(what: string, harm: Harm): Promise<Finding> {
  await using installation = await openServers();
  const { eventStore } = installation;
  const { server, others } = await installation.startPortal();
  const { batchId, call } = await openSchool(installation, server.url);
  let first: string | undefined;
  for (let n = 0; n < APPLICATIONS; n += 1) {
    const { answer } = await call<ApplicationAnswer>(server.url, {
      method: 'POST',
      path: '/api/applications',
      body: { batchId, firstName: 'A', email: `${n}@crash.example` },
    });
    first ??= answer._id;
  }
  const events = await verified(installation);
  await Promise.all([server, ...others].map((process) => process.kill()));
  await eventStore.kill();
  const lines = readFileSync(eventStore.file, 'utf8').trimEnd().split('\n');
  const left = harm(
    lines.map((line) => JSON.parse(line)),
    `application-${first}`,
  );
  writeFileSync(eventStore.file, left.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await eventStore.restart();
  await installation.start('worker');
  const found = await installation.intake('verify').then(
    () => undefined,
    (error: Error) => /problems?:\n(.*)/.exec(error.message)?.[1],
  );
  return {
    promise: `${what} is found by verify, servers`,
    figure: `of ${events} events: ${found ?? 'nothing found'}`,
    holds: found !== undefined,
  };
}

const changed = (base64: string): string => {
  const bytes = Buffer.from(base64, 'base64');
  const at = bytes.length - 3;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
};
