import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docker, run, succeeds } from './engine.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));
const CADDY = 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9';
const OWN_CERTIFICATES = '/usr/local/share/ca-certificates';

/** A root of Debian, for everything that runs in the stand-ins. */
async function buildBase(): Promise<void> {
  if (succeeds('docker', 'image', 'inspect', 'intake-stand-in/base')) return;
  console.log('Making a root of Debian (debootstrap, about a minute) …');
  const folder = mkdtempSync(join(tmpdir(), 'intake-base-'));
  const root = join(folder, 'root');
  await run('debootstrap', ['--variant=minbase', '--include=ca-certificates,libatomic1', 'bookworm', root]);
  // Where a proxy of this machine's network shows certificates of its own, npm must also know them.
  if (existsSync(OWN_CERTIFICATES)) cpSync(OWN_CERTIFICATES, join(root, OWN_CERTIFICATES), { recursive: true });
  await run('chroot', [root, 'update-ca-certificates']);
  await run('sh', ['-c', `tar -C ${root} -c . | docker import - intake-stand-in/base`]);
  rmSync(folder, { recursive: true });
}

/** What the stand-ins are made of: this machine's programs and the doubles of the tests. */
async function gather(folder: string): Promise<void> {
  const runtime = join(ROOT, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  copyFileSync(existsSync(runtime) ? runtime : process.execPath, join(folder, 'node'));
  cpSync(dirname(dirname(realpathSync(find('npm')))), join(folder, 'npm'), { recursive: true });
  copyFileSync(find('ferretdb'), join(folder, 'ferretdb'));
  copyFileSync(await findCaddy(), join(folder, 'caddy'));
  mkdirSync(join(folder, 'support'));
  const support = join(ROOT, 'test/support');
  for (const name of readdirSync(support).filter((name) => name.startsWith('eventstore-double'))) {
    copyFileSync(join(support, name), join(folder, 'support', name));
  }
  for (const name of ['mail-sink.ts', 'eventstore-stand-in.ts'])
    copyFileSync(join(HERE, name), join(folder, 'support', name));
  for (const program of ['node', 'ferretdb', 'caddy']) chmodSync(join(folder, program), 0o755);
}

/** A program's file, also where Go puts what it installs; undefined where there is none. */
const lookFor = (program: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go/bin')]
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));

function find(program: string): string {
  const found = lookFor(program);
  if (!found) throw new Error(`There is no ${program} on this machine`);
  return found;
}

async function findCaddy(): Promise<string> {
  if (!lookFor('caddy')) {
    console.log('Building Caddy …');
    await run('go', ['install', CADDY], { environment: { CGO_ENABLED: '0' } });
  }
  return find('caddy');
}

/** Builds the stand-in of `node:26-slim`, hands it to `buildIntake`, and builds the others, one of them upon its image. */
export async function buildStandIns(
  intakeImage: string,
  buildIntake: (nodeImage: string) => Promise<void>,
): Promise<void> {
  await buildBase();
  const folder = mkdtempSync(join(tmpdir(), 'intake-stand-ins-'));
  await gather(folder);
  const build = async (name: string) => {
    const file = [
      '--file',
      join(HERE, 'stand-ins.Dockerfile'),
      '--target',
      name,
      '--build-arg',
      `INTAKE_IMAGE=${intakeImage}`,
    ];
    await docker('build', '--quiet', ...file, '--tag', `intake-stand-in/${name}`, folder);
  };
  await build('node');
  await buildIntake('intake-stand-in/node');
  for (const name of ['caddy', 'mongo', 'mailpit', 'eventstore']) await build(name);
  rmSync(folder, { recursive: true });
}
