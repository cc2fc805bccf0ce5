import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Demo } from '../commands/demo/create-demo.ts';
import { describeFault } from '../commands/integrity/uploaded-files.ts';
import type { FileCounts } from '../commands/integrity/verify.ts';
import type { BelongingCounts } from '../commands/moving/belongings.ts';
import type { Exported } from '../commands/moving/export-events.ts';
import type { FileFault, NotCopied } from '../commands/moving/file-entries.ts';
import type { Manifest } from '../commands/moving/manifest.ts';
import type { MovedIn } from '../commands/moving/move-in.ts';
import about from '../package.json' with { type: 'json' };
import type { Quarantined } from '../projections/engine/status.ts';
import { type Config, readConfig } from './config.ts';
import { failureLine } from './failure-line.ts';
import { confirm } from './operator/confirm.ts';
import { describeDemo } from './operator/describe-demo.ts';
import { describeMails, describeRetried } from './operator/describe-mails.ts';
import type { PersonFound } from './operator/forget-person.ts';
import { importEvents, restore } from './operator/move-in.ts';
import { openOperator } from './operator/open-operator.ts';
import { askPassphrase } from './operator/passphrase.ts';
import { createPatience } from './operator/patience.ts';
import { createProgressBar } from './operator/progress-bar.ts';
import { readSecret } from './operator/read-secret.ts';
import type { Progress } from './operator/socket.ts';
import { visible } from './operator/visible.ts';

/** Asked of the arguments, as they may not be parsed where an error is told. */
const isForMachines = process.argv.includes('--json');

/** `npm run intake -- …`: the operator's commands, over the running server's socket or, without one, in this process. */
const program = new Command('intake')
  .description("Intake's operator commands. They talk to the running server, or do the work themselves when none runs.")
  .version(about.version)
  .option('--json', 'print the result, or {"error": …}, as JSON on standard output, for machines')
  .showHelpAfterError(!isForMachines)
  .configureOutput({
    outputError: (text, write) => (isForMachines ? fail(text.trim().replace(/^error: /, '')) : write(text)),
  });
const patience = createPatience(console.error);

const { INTAKE_PASSPHRASE, BACKUP_PASSPHRASE } = process.env;
const EXPORT_PASSPHRASE = { INTAKE_PASSPHRASE };
/** The server's own settings open the backups that it makes by itself. */
const ANY_BACKUP_PASSPHRASE = { INTAKE_PASSPHRASE, BACKUP_PASSPHRASE };

/** The exit code of a copy that lacks files, as they were missing or damaged. */
const COPIED_IN_PART = 3;
/** So many files are named in a text for people. */
const TOLD = 100;

const count = (text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Give a whole number above 0.');
  return number;
};

const time = (text: string): string => {
  const at = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('Give a time such as 2026-11-21 or 2026-11-21T08:00Z.');
  return at.toISOString();
};

const organization = program.command('organization').description('schools on this installation');
organization
  .command('create')
  .description('create a school with its Owner')
  .requiredOption('--name <name>')
  .requiredOption(
    '--slug <slug>',
    "its label in host names: a-z, 0-9 and - between them, at most 63; none of the portal's own names, such as www",
  )
  .requiredOption('--owner-email <email>')
  .option(
    '--owner-password-file <file>',
    'whose first line is the password, - for standard input; for one who has none. Without it a one-time link to set one is printed',
  )
  .addOption(
    new Option(
      '--owner-password <password>',
      'the same, but other users of this machine see it in the list of processes',
    ).conflicts('ownerPasswordFile'),
  )
  .option('--time-zone <zone>', 'IANA name', 'UTC')
  .action(async ({ ownerPassword, ownerPasswordFile, ...options }) =>
    run(
      'organization create',
      {
        ...options,
        ownerPassword:
          ownerPasswordFile === undefined
            ? (ownerPassword ?? null)
            : await patience.asking(() => readSecret(ownerPasswordFile)),
      },
      (result: { signInAt: string; isPasswordUnused: boolean; setPasswordAt?: string }) =>
        [
          `${options.name} is ready. Sign in at ${result.signInAt} as ${options.ownerEmail}.`,
          ...(result.isPasswordUnused
            ? ['This person has an account already and keeps its password: the given one was not used.']
            : []),
          ...(result.setPasswordAt ? [`Set the password first (once, within a day): ${result.setPasswordAt}`] : []),
        ].join('\n'),
    ),
  );
organization
  .command('list')
  .description('list the schools')
  .action(() =>
    run('organization list', {}, (rows: readonly { name: string; slug: string; members: number }[]) =>
      rows.length === 0
        ? 'No school lives here yet. Create one with "organization create".'
        : rows.map(({ name, slug, members }) => `${slug}\t${name}\t${countOf(members, 'member')}`).join('\n'),
    ),
  );
organization
  .command('remove-owner')
  .description('take the Owner role from someone, never from the last Owner')
  .requiredOption('--email <email>')
  .option('--slug <slug>', 'which school; needed where this person is an Owner of several', '')
  .action(({ email, slug }) =>
    run(
      'organization remove-owner',
      { email, organization: slug },
      ({ organization: name }: { organization: string }) => `${email} is no longer an Owner of ${name}.`,
    ),
  );

program
  .command('user')
  .description('accounts')
  .command('grant-creator')
  .description('give an account the creator flag')
  .requiredOption('--email <email>')
  .action(({ email }) => run('user grant-creator', { email }, () => `${email} is a creator now.`));

program
  .command('forget')
  .description(
    'erase everything about a person for good: account, applications, files, mails. Backups made before still hold it; "erasures export" keeps them erased in a restore',
  )
  .requiredOption('--email <email>')
  .option('--yes', 'do not ask; without a terminal nothing is done unless it is given')
  .action(async ({ email, yes = false }: { email: string; yes?: boolean }) => {
    if (!yes) await confirmErasure(email);
    await run('forget', { email }, (person: PersonFound) => `${describePerson(person)} has been erased for good.`);
  });

const demo = program
  .command('demo')
  .description('create the demo school with realistic applications')
  .option('--applications <count>', 'how many', count, 300)
  .action(({ applications }) =>
    run('demo', { applications }, (demo: Demo & { url: string }) => describeDemo(demo, demo.url)),
  );
demo
  .command('password')
  .description(
    'give the demo accounts a new password: the published one where HOST and PUBLIC_URL are loopback, else a random one',
  )
  .action(() =>
    run(
      'demo password',
      {},
      ({ emails, password }: { emails: readonly string[]; password: string }) =>
        `The password of ${emails.join(', ')}: ${password}`,
    ),
  );

const projections = program.command('projections').description('read models');
projections
  .command('list')
  .description('list the read models and how far they have come')
  .action(() =>
    run(
      'projections list',
      {},
      (
        rows: readonly {
          name: string;
          version: number;
          state: string;
          position: string;
          lag: number;
          fault: { error: string } | null;
          quarantined: Quarantined;
        }[],
      ) =>
        rows
          .flatMap(({ name, version, state, position, lag, fault, quarantined }) => [
            `${name}@${version}\t${state}\tat ${position}\tlag ${lag.toLocaleString('en')}${fault ? `\t${fault.error}` : ''}`,
            ...quarantineLines(name, quarantined).map((line) => `  ${line}`),
          ])
          .join('\n'),
    ),
  );
projections
  .command('rebuild')
  .description('fold a read model anew from the log, beside the live one')
  .argument('[name]')
  .option('--all', 'all of them, in one pass')
  .action((name: string | undefined, { all }: { all?: boolean }) => {
    if ((name === undefined) === !all) return fail('Name a projection, or give --all.');
    return run('projections rebuild', { name: name ?? null }, () => `${name ?? 'All read models'} rebuilt and live.`);
  });

const mail = program.command('mail').description('mails that could not be sent');
mail
  .command('list')
  .description('list the mails that failed for good, then those that are tried again, each the newest first')
  .action(() => run('mail list', {}, describeMails));
mail
  .command('retry')
  .description(
    'send failed mails again, and those that wait for another try at once; a mail that was sent is never sent again',
  )
  .argument('[id]', 'of one mail, as "mail list" shows it')
  .option('--all', 'all of them')
  .option('--since <time>', 'with --all: only those whose last try was at this time or later', time)
  .action((id: string | undefined, { all, since = null }: { all?: boolean; since?: string | null }) => {
    if ((id === undefined) === !all) return fail('Name a mail, or give --all.');
    if (since !== null && !all) return fail('--since goes with --all.');
    return run('mail retry', { id: id ?? null, since }, describeRetried);
  });

program
  .command('verify')
  .description('read the whole log and hold everything against it')
  .action(() =>
    run(
      'verify',
      {},
      ({
        isSound,
        events,
        streams,
        files,
        problems,
        problemCount,
        notes,
        areReadModelsCompared,
        quarantined,
      }: {
        isSound: boolean;
        events: number;
        streams: number;
        files: FileCounts;
        problems: readonly string[];
        problemCount: number;
        notes: readonly string[];
        areReadModelsCompared: boolean;
        quarantined: readonly { name: string; quarantined: Quarantined }[];
      }) => {
        const sound = `Sound: ${countOf(events, 'event')} in ${countOf(streams, 'stream')}, ${countOf(files.named, 'uploaded file')}`;
        const kept = [...quarantined.flatMap((one) => quarantineLines(one.name, one.quarantined)), ...notes];
        if (isSound && areReadModelsCompared)
          return [`${sound}, every read model equals a fresh fold.`, ...kept].join('\n');
        const notCompared = 'The read models were not compared, because no worker runs that folds them.';
        if (isSound) return [`${sound}. ${notCompared}`, ...kept].join('\n');
        process.exitCode = 1;
        const lines = [
          `${countOf(problemCount, 'problem')}:`,
          ...problems,
          ...(areReadModelsCompared ? [] : [notCompared]),
        ];
        return [...lines, ...kept].join('\n');
      },
    ),
  );

const events = program.command('events').description('the log, on its way to another installation');
events
  .command('export')
  .description('write every event, to the letter, into a file of JSON lines; the portal may go on meanwhile')
  .argument('<file>', 'a new file')
  .option('--vault', 'with keys, passwords, secrets and files, under a passphrase (asked for, or INTAKE_PASSPHRASE)')
  .action(async (file: string, { vault = false }: { vault?: boolean }) => {
    const passphrase = vault ? await patience.asking(() => askPassphrase(EXPORT_PASSPHRASE, { isNew: true })) : null;
    await run('events export', { file: resolve(file), passphrase }, (written: Exported) =>
      [
        `${countOf(written.events, 'event')} written to ${written.file}${written.belongings ? `, with ${belongingsOf(written.belongings)}` : ''}.`,
        ...notCopiedLines(written),
        ...(written.belongings === null
          ? ['Personal data in it can be read only beside the vault: --vault takes it along.']
          : []),
      ].join('\n'),
    );
  });
events
  .command('import')
  .description(
    'move an exported log in here, with its vault where it has one; into an empty installation that no server uses. Nothing is mailed. Interrupted, it goes on when it is run again',
  )
  .argument('<file>', 'written by "events export"')
  .option('--without-keys', 'take events alone although the keys of their personal data are not here yet')
  .action((file: string, { withoutKeys = false }: { withoutKeys?: boolean }) =>
    runHere(
      (config, onProgress) =>
        importEvents(
          config,
          {
            file: resolve(file),
            isWithoutKeys: withoutKeys,
            passphrase: () => patience.asking(() => askPassphrase(EXPORT_PASSPHRASE)),
          },
          onProgress,
        ),
      describeMove,
    ),
  );

program
  .command('erasures')
  .description('people who have been erased')
  .command('export')
  .description(
    'write down who has been erased, as ids that lead nobody back to a person; "restore --erasures" keeps them erased',
  )
  .argument('<file>', 'is replaced')
  .action((file: string) =>
    run(
      'erasures export',
      { file: resolve(file) },
      (written: { file: string; erasures: number }) =>
        `${countOf(written.erasures, 'erasure')} written to ${written.file}.`,
    ),
  );

program
  .command('backup')
  .description(
    'copy events, then the vault, then files into a new directory; the portal may go on meanwhile. MASTER_KEY (or DATA_DIR/master.key) is not part of it: keep it elsewhere',
  )
  .argument('<directory>', 'a new one')
  .option(
    '--passphrase',
    'encrypt all of it under a passphrase (asked for, or INTAKE_PASSPHRASE, or BACKUP_PASSPHRASE)',
  )
  .action(async (directory: string, options: { passphrase?: true }) => {
    const passphrase = options.passphrase
      ? await patience.asking(() => askPassphrase(ANY_BACKUP_PASSPHRASE, { isNew: true }))
      : null;
    await run('backup', { directory: resolve(directory), passphrase }, describeBackup);
  });

program
  .command('restore')
  .description(
    'put a backup back under the same MASTER_KEY, while no server runs: into an empty installation, or what is lost beside the log that it was made of: the vault, keys, files. Nothing is mailed',
  )
  .argument('<directory>', 'made by "backup"')
  .option(
    '--erasures <path>',
    'people erased since stay erased: a file of "erasures export", or a later backup. The list beside a scheduled backup counts in any case',
  )
  .action((directory: string, { erasures }: { erasures?: string }) =>
    runHere(
      (config, onProgress) =>
        restore(
          config,
          {
            directory: resolve(directory),
            erasures: erasures === undefined ? null : resolve(erasures),
            passphrase: () => patience.asking(() => askPassphrase(ANY_BACKUP_PASSPHRASE)),
          },
          onProgress,
        ),
      describeMove,
    ),
  );

async function run<Value>(name: string, input: unknown, describe: (result: Value) => string): Promise<void> {
  const bar = openBar();
  const session = await openOperator(readConfig(process.env), name);
  if (session.note !== null) console.error(session.note);
  try {
    const result = (await session.operator(name, input, bar.show)) as Value;
    bar.clear();
    const text = describe(visible(result));
    console.log(isForMachines ? JSON.stringify(result) : text);
  } finally {
    bar.clear();
    await session.close();
  }
}

function openBar(): ReturnType<typeof createProgressBar> {
  const bar = createProgressBar(process.stderr);
  return {
    ...bar,
    show(progress) {
      patience.heard(progress);
      bar.show(progress);
    },
  };
}

/** What no server may do, as none may run meanwhile. */
async function runHere<Value>(
  work: (config: Config, onProgress: (progress: Progress) => void) => Promise<Value>,
  describe: (result: Value) => string,
): Promise<void> {
  const bar = openBar();
  const result = await work(readConfig(process.env), bar.show).finally(bar.clear);
  const text = describe(visible(result));
  console.log(isForMachines ? JSON.stringify(result) : text);
}

const describePerson = ({ email, hasAccount, applications, organizations }: PersonFound): string =>
  [
    `Everything about ${email}: ${hasAccount ? 'an account' : 'no account'}, ${countOf(applications, 'application')}`,
    ...(organizations.length > 0 ? [` to ${organizations.join(', ')}`] : []),
  ].join('');

/** Shows what would go, and takes nothing but the e-mail itself for a yes. */
async function confirmErasure(email: string): Promise<void> {
  const session = await openOperator(readConfig(process.env), 'person find');
  try {
    const person = (await session.operator('person find', { email }, () => {})) as PersonFound;
    await patience.asking(() => confirm(`${describePerson(visible(person))}. This cannot be undone.`, email));
  } finally {
    await session.close();
  }
}

function describeMove({ events, standing, behind, belongings, erased, faults, areKeysHere }: MovedIn): string {
  if (faults.length > 0) process.exitCode = COPIED_IN_PART;
  const beside = [
    ...(belongings ? [belongingsOf(belongings)] : []),
    ...(erased > 0 ? [`${countOf(erased, 'erasure')} repeated`] : []),
  ];
  const before = standing > 0 ? ` (${standing.toLocaleString('en')} stood here before)` : '';
  const more = behind > 0 ? `, and ${behind.toLocaleString('en')} more behind them` : '';
  const nothing = faults.length > 0 ? [] : ['Nothing was missing.'];
  const came =
    standing < events
      ? [
          `${[`${countOf(events, 'event')} moved in${before}`, ...beside].join(', ')}.`,
          'Nothing is mailed because of them.',
        ]
      : [
          `All ${countOf(events, 'event')} stand here already${more}.`,
          ...(beside.length > 0 ? [`Put back: ${beside.join(', ')}.`] : nothing),
        ];
  return [
    came.join(' '),
    ...faultLines(faults, 'not put back, because the source has not got them whole either'),
    ...(areKeysHere ? [] : [KEYS_LATER]),
  ].join('\n');
}

const KEYS_LATER =
  'The keys of the personal data are not here: no server starts before they are. "events import" of a file with the vault brings them.';

function describeBackup({ directory, events, vault, files }: Manifest & { directory: string }): string {
  const belongings = belongingsOf({ documents: vault.documents, files: files.files });
  return [
    `${countOf(events.events, 'event')}, ${belongings} are in ${directory}, and were read back. Keep the master key elsewhere.`,
    ...notCopiedLines(files),
  ].join('\n');
}

/** The rest was copied, so this is another end than a failure. */
function notCopiedLines({ faults, unreferenced }: NotCopied): string[] {
  if (faults.length > 0) process.exitCode = COPIED_IN_PART;
  const notes = unreferenced.map((id) => ({ id, upload: null, fault: 'damaged' }) as const);
  return [...faultLines(faults, 'not copied'), ...notes.slice(0, TOLD).map(describeFault)];
}

function faultLines(faults: readonly FileFault[], what: string): string[] {
  if (faults.length === 0) return [];
  const told = faults.slice(0, TOLD).map(describeFault);
  const others = faults.length - told.length;
  return [
    `${countOf(faults.length, 'file')} ${faults.length === 1 ? 'was' : 'were'} ${what}:`,
    ...told,
    ...(others > 0 ? [`and ${countOf(others, 'other')}. --json names all.`] : []),
  ];
}

const belongingsOf = ({ documents, files }: BelongingCounts): string =>
  `${countOf(documents, 'document')} of the vault and ${countOf(files, 'file')}`;

function quarantineLines(projection: string, { count, documents }: Quarantined): string[] {
  const lines = documents.map(
    ({ id, eventType, position, error, missed }) =>
      `${projection} has quarantined ${id} at ${eventType} (position ${position}; ${missed.toLocaleString('en')} missed since): ${error}`,
  );
  const others = count - documents.length;
  return others > 0
    ? [
        ...lines,
        `${projection} has quarantined ${others.toLocaleString('en')} more ${others === 1 ? 'document' : 'documents'}`,
      ]
    : lines;
}

const countOf = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/** Everything about a bug goes to standard error in any case. */
function fail(message: unknown): void {
  if (!isForMachines || message instanceof Error) console.error(message);
  if (isForMachines) console.log(JSON.stringify({ error: message instanceof Error ? message.message : `${message}` }));
  process.exitCode = 1;
}

process.on('uncaughtException', (error) => {
  fail(failureLine(error));
  process.exit();
});
try {
  await patience.within(program.parseAsync());
} catch (error) {
  fail(failureLine(error));
}
// Whatever is still open, such as a store that does not answer, keeps no command from ending.
process.exit();
