import { Console } from 'node:console';
import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { FileFault } from '../../commands/transfer/file-entries.ts';
import { visible, visibleLines } from '../../domain/text/visible.ts';
import about from '../../package.json' with { type: 'json' };
import { type Config, readConfig } from '../config/config.ts';
import { failureLine } from '../logging/failure-line.ts';
import { confirm } from './confirm.ts';
import { counted } from './counted.ts';
import type { Demo } from './demo/create-demo.ts';
import { describeBackup, describeExport, describeMove } from './describe-copies.ts';
import { describeDemo } from './describe-demo.ts';
import { describeEmails, describeRetried } from './describe-emails.ts';
import { describeForgotten, describePerson } from './describe-person.ts';
import { describeProjections } from './describe-projections.ts';
import { describeReplayed, describeRows, REPLAY_FORMATS, type ReplayWords, replayOptions } from './describe-replay.ts';
import { describeRotated } from './describe-rotated.ts';
import { describeSecurityLog } from './describe-security-log.ts';
import { describeVerified } from './describe-verified.ts';
import type { PersonFound } from './forget-person.ts';
import { askPassphrase } from './passphrase.ts';
import { createProgressBar } from './progress-bar.ts';
import { readSecret } from './read-secret.ts';
import type { Progress } from './socket.ts';
import { createStallWatch } from './stall-watch.ts';
import type { Terminal } from './terminal.ts';

// Loaded on demand, because importing the whole portal takes half a second and help and refusals do not need it.
const operating = () => import('./open-operator.ts');
const moveIn = () => import('./move-in.ts');

const DONE_IN_PART = 3;
const exitCodeOfCopy = ({ faults }: { readonly faults: readonly FileFault[] }): number =>
  faults.length > 0 ? DONE_IN_PART : 0;

interface ErasureOptions {
  readonly erasures?: string;
  readonly unprovenErasures?: boolean;
}
const ERASURES = [
  '--erasures <path>',
  'keep people erased who were erased after the backup: a file from "erasures export" or a later backup. Lists beside scheduled backups in the same folder are always applied',
] as const;
const UNPROVEN_ERASURES = [
  '--unproven-erasures',
  'accept lists of erasures without a valid proof that this installation wrote them',
] as const;
const erasuresOf = ({ erasures, unprovenErasures = false }: ErasureOptions) => ({
  erasures: erasures === undefined ? null : resolve(erasures),
  acceptsUnproven: unprovenErasures,
});

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

/** Runs a command over the running server's socket or, without one, in this process. Returns the exit code. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const console = new Console(terminal);
  let exitCode = 0;
  const isForMachines = asksForJson(words);
  const fail = (message: unknown) => {
    sayFailure(message, words, terminal);
    exitCode = 1;
  };
  const program = new Command('intake')
    .description(
      "Intake's operator commands. They use the running server, or do the work themselves if none is running.",
    )
    .version(about.version)
    .option('--json', 'print the result, or {"error": …}, as JSON on standard output, for machines')
    .showHelpAfterError(!isForMachines)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: (text, write) => (isForMachines ? fail(text.trim().replace(/^error: /, '')) : write(text)),
    });
  const stallWatch = createStallWatch((line) => console.error(line));
  const { INTAKE_PASSPHRASE, BACKUP_PASSPHRASE } = terminal.env;
  const EXPORT_PASSPHRASE = { INTAKE_PASSPHRASE };
  /** The server's settings also open the backups that it makes. */
  const ANY_BACKUP_PASSPHRASE = { INTAKE_PASSPHRASE, BACKUP_PASSPHRASE };

  const organization = program.command('organization').description('schools on this installation');
  organization
    .command('create')
    .description('create a school with its Owner')
    .requiredOption('--name <name>')
    .requiredOption(
      '--slug <slug>',
      'its label in host names: a-z, 0-9 and hyphens inside, at most 63 characters; not a reserved name such as www',
    )
    .requiredOption('--owner-email <email>')
    .option(
      '--owner-password-file <file>',
      'a file whose first line is the password of a new account, or - for standard input. Default: print a one-time link to set a password',
    )
    .addOption(
      new Option(
        '--owner-password <password>',
        'the password itself; other users of this machine can see it in the process list',
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
              : await stallWatch.whileAsking(() => readSecret(ownerPasswordFile, terminal)),
        },
        (result: { signInAt: string; isPasswordUnused: boolean; setPasswordAt?: string }) =>
          [
            `${options.name} is ready. Log in at ${result.signInAt} as ${options.ownerEmail}.`,
            ...(result.isPasswordUnused ? ['This person already has an account. Its password was not changed.'] : []),
            ...(result.setPasswordAt
              ? [`Set the password first (the link works once, for a day): ${result.setPasswordAt}`]
              : []),
          ].join('\n'),
      ),
    );
  organization
    .command('list')
    .description('list the schools')
    .action(() =>
      run('organization list', {}, (rows: readonly { name: string; slug: string; members: number }[]) =>
        rows.length === 0
          ? 'There are no schools yet. Create one with "organization create".'
          : rows.map(({ name, slug, members }) => `${slug}\t${name}\t${counted(members, 'member')}`).join('\n'),
      ),
    );
  organization
    .command('remove-owner')
    .description('remove the Owner role from a person; a school keeps its last Owner')
    .requiredOption('--email <email>')
    .option('--slug <slug>', 'the school; required if this person is an Owner of several', '')
    .action(({ email, slug }) =>
      run(
        'organization remove-owner',
        { email, organization: slug },
        ({ organization: name }: { organization: string }) => `${email} is no longer an Owner of ${name}.`,
      ),
    );

  const user = program.command('user').description('accounts');
  user
    .command('grant-creator')
    .description('give an account the creator flag and end its sessions')
    .requiredOption('--email <email>')
    .action(({ email }) =>
      run('user grant-creator', { email }, () => `${email} is now a creator and has to log in again.`),
    );
  user
    .command('reset-factor')
    .description(
      'remove the lost second factors of an account, authenticator app and passkeys, end its sessions, revoke its calendar addresses and notify the person by email. First make sure that the request is really from them',
    )
    .requiredOption('--email <email>')
    .action(({ email }) =>
      run(
        'user reset-factor',
        { email },
        () =>
          `The password alone logs ${email} in now. All sessions have ended, and calendar addresses no longer work.`,
      ),
    );

  program
    .command('forget')
    .description(
      'permanently erase a person: account, applications, files, emails. Earlier backups still contain the person; "erasures export" and the list beside the backups in BACKUP_DIR keep them erased after a restore',
    )
    .requiredOption('--email <email>')
    .option('--yes', 'do not ask for confirmation; required without a terminal')
    .action(async ({ email, yes = false }: { email: string; yes?: boolean }) => {
      if (!yes) await confirmErasure(email);
      await run('forget', { email }, describeForgotten, ({ notListed }) => (notListed === null ? 0 : DONE_IN_PART));
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
      'give the demo accounts a new password: the published one if HOST and PUBLIC_URL are loopback, otherwise a random one',
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
    .description('list the read models and their progress')
    .action(() => run('projections list', {}, describeProjections));
  projections
    .command('rebuild')
    .description('rebuild a read model from the log while the old one stays live')
    .argument('[name]')
    .option('--all', 'all read models, in one pass')
    .action((name: string | undefined, { all }: { all?: boolean }) => {
      if ((name === undefined) === !all) return fail('Give the name of a projection, or --all.');
      return run('projections rebuild', { name: name ?? null }, () => `${name ?? 'All read models'} rebuilt and live.`);
    });

  program
    .command('replay')
    .description(
      "fold the history into an analyst's projection and print its table, whether or not the server runs (docs/analysts.md). The file runs in a process that writes nothing and reaches no network; personal data is null",
    )
    .argument('<file>', 'TypeScript that exports projection({ name, on: { … } })')
    .option('--from <time>', 'only events recorded at this time or later', time)
    .option('--to <time>', 'only events recorded before this time', time)
    .option('--organization <slug>', 'only events of this school, by its slug or id')
    .addOption(new Option('--out <format>', 'of the table').choices(REPLAY_FORMATS).default('table'))
    .option('--memory <megabytes>', 'for the projection', count, 512)
    .option('--personal', 'include personal data, which needs the vault and the master key on this machine')
    .action(async (file: string, options: ReplayWords) => {
      const { replay } = await import('../projection-files/replay.ts');
      const bar = openBar();
      const result = await replay(readConfig(terminal.env), replayOptions(resolve(file), options), (progress) =>
        bar.show({ label: `Replaying ${progress.projection}`, ...progress }),
      ).finally(bar.clear);
      terminal.stdout.write(isForMachines ? `${JSON.stringify(result)}\n` : describeRows(result.rows, options.out));
      if (!isForMachines) console.error(visibleLines(describeReplayed(result)));
    });

  const mail = program.command('mail').description('emails that could not be sent');
  mail
    .command('list')
    .description('list emails that failed permanently, then those that are being retried; newest first')
    .action(() => run('mail list', {}, describeEmails));
  mail
    .command('retry')
    .description('send failed emails again, and waiting ones now; an email that was sent is never sent again')
    .argument('[id]', 'the id of one email in "mail list"')
    .option('--all', 'all of them')
    .option('--since <time>', 'with --all: only those last tried at this time or later', time)
    .action((id: string | undefined, { all, since = null }: { all?: boolean; since?: string | null }) => {
      if ((id === undefined) === !all) return fail('Give the id of an email, or --all.');
      if (since !== null && !all) return fail('Use --since together with --all.');
      return run('mail retry', { id: id ?? null, since }, describeRetried);
    });

  program
    .command('verify')
    .description('check the whole log, and everything else against it')
    .action(() => run('verify', {}, describeVerified, ({ isSound }) => (isSound ? 0 : 1)));

  program
    .command('rotate-key')
    .description(
      'change MASTER_KEY while the portal runs: everything under the old key is encrypted again with the new one. Without a new key it resumes an interrupted rotation, or makes a key if DATA_DIR/master.key holds it. Copy the new key to where the old one is kept; backups from before need the old one',
    )
    .option('--new-key-file <file>', 'a file with the new key, 32 random bytes as base64, or - for standard input')
    .action(async ({ newKeyFile }: { newKeyFile?: string }) => {
      const newKey =
        newKeyFile === undefined ? null : await stallWatch.whileAsking(() => readSecret(newKeyFile, terminal, 'key'));
      await run('rotate-key', { newKey }, describeRotated);
    });

  program
    .command('security-log')
    .description(
      'list logins, refusals, reads of many applicants and changes of access in all schools and at the installation, newest first, at most 1,000; kept for 180 days. Accounts and API tokens are ids, addresses are truncated',
    )
    .option('--organization <slug>', 'only of this school, by its slug or id')
    .option('--since <time>', 'only what happened at this time or later', time)
    .option('--until <time>', 'only what happened at this time or earlier', time)
    .action(({ organization: school = null, since = null, until = null }: Partial<Record<string, string | null>>) =>
      run('security-log', { organization: school, since, until }, describeSecurityLog),
    );

  const events = program.command('events').description('copy the log to another installation');
  events
    .command('export')
    .description('write every event, unchanged, to a file of JSON lines; the portal may keep running')
    .argument('<file>', 'a new file')
    .option(
      '--vault',
      'include keys, passwords, secrets and files, encrypted with a passphrase (from a prompt or INTAKE_PASSPHRASE)',
    )
    .option(
      '--organization <slug>',
      'only this school, by its slug or id, with its people, for an installation of its own. It comes with the key that this installation makes ids of emails with, so keep the file to yourself',
    )
    .action(
      async (
        file: string,
        { vault = false, organization = null }: { vault?: boolean; organization?: string | null },
      ) => {
        const passphrase = vault
          ? await stallWatch.whileAsking(() => askPassphrase(terminal, EXPORT_PASSPHRASE, { isNew: true }))
          : null;
        await run('events export', { file: resolve(file), passphrase, organization }, describeExport, exitCodeOfCopy);
      },
    );
  events
    .command('import')
    .description(
      'import an exported log, with its vault if it has one, into an empty installation while no server is running. No emails are sent. Run it again to resume an interrupted import',
    )
    .argument('<file>', 'written by "events export"')
    .addOption(
      new Option(
        '--without-keys',
        'import only the events, although the keys of their personal data are not here yet',
      ).conflicts(['erasures', 'unprovenErasures']),
    )
    .option(...ERASURES)
    .option(...UNPROVEN_ERASURES)
    .action((file: string, { withoutKeys = false, ...options }: ErasureOptions & { withoutKeys?: boolean }) =>
      runHere(
        async (config, onProgress) =>
          (await moveIn()).importEvents(
            config,
            {
              file: resolve(file),
              isWithoutKeys: withoutKeys,
              ...erasuresOf(options),
              passphrase: () => stallWatch.whileAsking(() => askPassphrase(terminal, EXPORT_PASSPHRASE)),
            },
            onProgress,
          ),
        describeMove,
        exitCodeOfCopy,
      ),
    );

  program
    .command('erasures')
    .description('people who have been erased')
    .command('export')
    .description('list the erased people, as ids that identify no one; "restore --erasures" keeps them erased')
    .argument('<file>', 'an existing list is replaced')
    .action((file: string) =>
      run(
        'erasures export',
        { file: resolve(file) },
        (written: { file: string; erasures: number }) =>
          `${counted(written.erasures, 'erasure')} written to ${written.file}.`,
      ),
    );

  program
    .command('backup')
    .description(
      'copy the events, the vault and the files to a new directory; the portal may keep running. Keep a copy of MASTER_KEY (or DATA_DIR/master.key) elsewhere: it is not included',
    )
    .argument('<directory>', 'a new one')
    .option('--passphrase', 'encrypt it with a passphrase (from a prompt, INTAKE_PASSPHRASE or BACKUP_PASSPHRASE)')
    .action(async (directory: string, options: { passphrase?: true }) => {
      const passphrase = options.passphrase
        ? await stallWatch.whileAsking(() => askPassphrase(terminal, ANY_BACKUP_PASSPHRASE, { isNew: true }))
        : null;
      await run('backup', { directory: resolve(directory), passphrase }, describeBackup, ({ files }) =>
        exitCodeOfCopy(files),
      );
    });

  program
    .command('restore')
    .description(
      'restore a backup with the same MASTER_KEY while no server is running: into an empty installation, or only the lost parts (vault, keys, files) of an installation that still has its log. No emails are sent',
    )
    .argument('<directory>', 'made by "backup"')
    .option(...ERASURES)
    .option(...UNPROVEN_ERASURES)
    .action((directory: string, options: ErasureOptions) =>
      runHere(
        async (config, onProgress) =>
          (await moveIn()).restore(
            config,
            {
              directory: resolve(directory),
              ...erasuresOf(options),
              passphrase: () => stallWatch.whileAsking(() => askPassphrase(terminal, ANY_BACKUP_PASSPHRASE)),
            },
            onProgress,
          ),
        describeMove,
        exitCodeOfCopy,
      ),
    );

  try {
    await stallWatch.watch(program.parseAsync(words, { from: 'user' }));
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    fail(failureLine(error));
  }
  return exitCode;

  async function run<Value>(
    name: string,
    input: unknown,
    describe: (result: Value) => string,
    exitCodeOf?: (result: Value) => number,
  ): Promise<void> {
    const bar = openBar();
    const { openOperator } = await operating();
    const session = await openOperator(readConfig(terminal.env), name);
    if (session.note !== null) console.error(session.note);
    try {
      const result = (await session.operator(name, input, bar.show)) as Value;
      bar.clear();
      print(result, describe, exitCodeOf);
    } finally {
      bar.clear();
      await session.close();
    }
  }

  function openBar(): ReturnType<typeof createProgressBar> {
    const bar = createProgressBar(terminal.stderr);
    return {
      ...bar,
      show(progress) {
        stallWatch.progressed(progress);
        bar.show(progress);
      },
    };
  }

  async function runHere<Value>(
    work: (config: Config, onProgress: (progress: Progress) => void) => Promise<Value>,
    describe: (result: Value) => string,
    exitCodeOf: (result: Value) => number,
  ): Promise<void> {
    const bar = openBar();
    print(await work(readConfig(terminal.env), bar.show).finally(bar.clear), describe, exitCodeOf);
  }

  function print<Value>(
    result: Value,
    describe: (result: Value) => string,
    exitCodeOf: (result: Value) => number = () => 0,
  ): void {
    console.log(isForMachines ? JSON.stringify(result) : describe(visible(result)));
    exitCode = exitCodeOf(result);
  }

  async function confirmErasure(email: string): Promise<void> {
    const { openOperator } = await operating();
    const session = await openOperator(readConfig(terminal.env), 'person find');
    try {
      const person = (await session.operator('person find', { email }, () => {})) as PersonFound;
      await stallWatch.whileAsking(() =>
        confirm(terminal, `${describePerson(visible(person))}. This cannot be undone.`, email),
      );
    } finally {
      await session.close();
    }
  }
}

/** Writes why a command has failed; with `--json`, as JSON on standard output. A bug goes to standard error in full. */
export function sayFailure(message: unknown, words: readonly string[], terminal: Terminal): void {
  const console = new Console(terminal);
  const isForMachines = asksForJson(words);
  if (!isForMachines || message instanceof Error)
    console.error(typeof message === 'string' ? visibleLines(message) : message);
  if (isForMachines) console.log(JSON.stringify({ error: message instanceof Error ? message.message : `${message}` }));
}

/** Errors may occur before the arguments are parsed. */
const asksForJson = (words: readonly string[]): boolean => words.includes('--json');
