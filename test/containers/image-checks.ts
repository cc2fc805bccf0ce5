import { check } from './checks.ts';
import { docker } from './engine.ts';

const TOOLS = '^(vite|react|typescript|vitest|node-linux|@biomejs|@rolldown)';
const SECRET_FILES = '-name ".env*" -o -name "*.key" -o -name "*.pem" -o -name ".npmrc" -o -name "*.sqlite*"';

/** What the image holds, and what not. */
export async function checkImage(image: string): Promise<void> {
  const look = (script: string) => docker('run', '--rm', '--network=none', '--entrypoint=sh', image, '-c', script);
  check('the image runs as a user of its own', (await look('id -u')) === '1000');
  const tools = await look(`command -v npm npx yarn corepack; ls node_modules | grep -E "${TOOLS}"; true`);
  check('it holds nothing to build or install with', tools === '', tools);
  const node = await look('command -v node; node --version');
  check('it runs on the Node of its base', node.startsWith('/usr/local/bin/node\nv26.'), node.split('\n')[1]);
  const files = await look(`find /app /data /home \\( ${SECRET_FILES} \\) -not -path "*/node_modules/*"`);
  const variables = JSON.parse(await docker('inspect', '--format', '{{json .Config.Env}}', image)) as string[];
  const names = variables.map((line) => line.split('=')[0] ?? '');
  check('it holds no secrets', files === '' && !names.some((name) => /KEY|TOKEN|PASSWORD|SECRET/.test(name)), files);
  const { components } = JSON.parse(await look('cat sbom.cdx.json')) as { components: unknown[] };
  check('its bill of materials lists its packages', components.length > 20, components.length);
  const [all, ours] = [await docker('inspect', '--format', '{{.Size}}', image), await look('du -sm /app')];
  console.log(`  ${(Number(all) / 1e6).toFixed(0)} MB, of which ${ours.split('\t')[0]} MB are ours`);
}
