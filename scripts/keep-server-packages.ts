import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = ['api', 'commands', 'domain', 'projections', 'timing'];
const IMPORT = /(?:from|import\()\s*'((?:@[\w.-]+\/)?[a-z][\w.-]*)/g;

/** For the image: the web client's packages are dependencies because `npm start` builds it, but the server needs fewer. */
function packagesOfServer(): ReadonlySet<string> {
  const files = SERVER.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  );
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return new Set(
    sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name)),
  );
}

interface Package {
  readonly dependencies: Record<string, string>;
  readonly [member: string]: unknown;
}
const { scripts, optionalDependencies, devDependencies, overrides, ...about } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Package;
const needed = packagesOfServer();
const dependencies = Object.entries(about.dependencies).filter(([name]) => needed.has(name));
writeFileSync('package.json', JSON.stringify({ ...about, dependencies: Object.fromEntries(dependencies) }, null, 2));
console.log(`The server imports ${dependencies.map(([name]) => name).join(', ')}.`);
