'use strict';
/*
 * node scripts/run.cjs FILE.ts [words]: runs a script of this repository on the Node that `npm ci` installed, whatever
 * Node npm itself runs on. Plain old JavaScript, because an old Node reads it.
 */
const { existsSync, readdirSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { spawn, spawnSync } = require('node:child_process');
const { enableCompileCache } = require('node:module');
const { pathToFileURL } = require('node:url');

const NEEDED = 26;
const modules = join(dirname(__dirname), 'node_modules');
const [file, ...words] = process.argv.slice(2);
const script = resolve(dirname(__dirname), file);

function findRuntime() {
  const platform = `${process.platform}-${process.arch}`;
  const names = [`node-${platform}`, `node-bin-${platform}`];
  return names.map((name) => join(modules, name, 'bin', 'node')).find((path) => existsSync(path));
}

/** An npm on an older Node leaves out optional packages that ask for a newer one; the web build needs one of them. */
function addWhatAnOldNpmLeftOut(environment, runtime) {
  const isThere = () => readdirSync(join(modules, '@rolldown')).some((name) => name.startsWith('binding-'));
  const npm = process.env.npm_execpath;
  if (isThere() || !npm) return;
  console.log('Completing the installation with the newer Node …');
  spawnSync(runtime, [npm, 'install', '--no-save'], { cwd: dirname(__dirname), env: environment, stdio: 'inherit' });
}

/** Half of what an operator's command takes is compiling. */
process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache', 'compiled');

/** glibc, which looks at it once, then gives large blocks back: of the 20 MB of a password's hash each thread would keep one or two. */
const givesBack = process.platform !== 'linux' || process.env.MALLOC_MMAP_THRESHOLD_ !== undefined;
process.env.MALLOC_MMAP_THRESHOLD_ ??= '1048576';

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  if (!givesBack) process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.argv.splice(1, 2, script);
  import(pathToFileURL(script).href);
} else {
  const runtime = findRuntime();
  if (!runtime) {
    console.error(`Intake runs on Node ${NEEDED} or newer; this is ${process.version}. Run "npm ci", which brings it.`);
    process.exit(1);
  }
  const environment = { ...process.env, PATH: `${dirname(runtime)}:${join(modules, '.bin')}:${process.env.PATH}` };
  addWhatAnOldNpmLeftOut(environment, runtime);
  const child = spawn(runtime, [script, ...words], { stdio: 'inherit', env: environment });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}
