import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { load } from '../../commands/handling/handle.ts';
import { newWebhookSecret, signatureHeaders } from '../../commands/webhook/webhook-secret.ts';
import type { TokenScope } from '../../domain/access/token-scopes.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import { blocksOf } from '../support/guide.ts';
import { answers, createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { canRun } from '../support/tools.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/receiver/receiver.mjs');
const GUIDE = join(import.meta.dirname, '../../docs/integrators.md');

const PROGRAMS = {
  write: 'write.mjs',
  mirror: 'mirror.mjs',
  'verify-node': 'verify.mjs',
  'verify-python': 'verify.py',
};

/** With the library of Standard Webhooks from PyPI. It prints its address, reads the secret, and prints what it accepts. */
const PYTHON_LIBRARY = 'standardwebhooks==1.1.0';
const PYTHON_RECEIVER = `import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from standardwebhooks import Webhook, WebhookVerificationError


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        try:
            event = webhook.verify(body, {name.lower(): value for name, value in self.headers.items()})
            print("accepted", event["type"], flush=True)
            self.send_response(204)
        except WebhookVerificationError as error:
            print("refused", error, flush=True)
            self.send_response(401)
        self.end_headers()

    def log_message(self, *words):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
webhook = Webhook(sys.stdin.readline().strip())
server.serve_forever()
`;

let server: TestServer;
let school: School;
let directory: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off', WEBHOOK_ALLOW_PRIVATE: '1' } });
  school = await createSchool(server, 'mirrored');
  directory = await mkdtemp(join(tmpdir(), 'intake-integrators-'));
  const blocks = blocksOf(await readFile(GUIDE, 'utf8'));
  for (const [mark, name] of Object.entries(PROGRAMS)) {
    await writeFile(join(directory, name), blocks.find((block) => block.mark === mark)?.text ?? '');
  }
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const MIRROR = () => join(directory, 'mirror.sqlite');

async function tokenFor(scope: TokenScope): Promise<string> {
  const { body } = await school.staff.Owner.call('createApiToken', { body: { name: 'A program', scopes: [scope] } });
  return body.token ?? '';
}

async function mirror() {
  await promisify(execFile)(process.execPath, ['--no-warnings', join(directory, 'mirror.mjs'), '--once'], {
    env: {
      PATH: process.env.PATH,
      INTAKE_URL: server.url,
      INTAKE_TOKEN: await tokenFor('events'),
      MIRROR: MIRROR(),
    },
  });
  using table = new DatabaseSync(MIRROR());
  return table.prepare('SELECT id, status, program, name FROM applications ORDER BY name').all();
}

test('the program of the guide mirrors applications, also from the beginning again, and forgets who is erased', async () => {
  const { Admin, Owner } = school.staff;
  const apply = async (firstName: string) => {
    const body = { batchId: school.batches.Open, ...answers(freshEmail()), firstName };
    return (await Admin.call('submitApplication', { body })).body._id;
  };
  const [ada, bob] = [await apply('Ada'), await apply('Bob')];
  const row = (id: string, firstName: string, status: string) => ({
    id,
    status,
    program: 'Open batch',
    name: `${firstName} Lovelace`,
  });
  expect(await mirror()).toEqual([row(ada, 'Ada', 'NEW'), row(bob, 'Bob', 'NEW')]);
  await Admin.call('changeApplication', {
    params: { id: bob },
    body: { status: 'INTERVIEW PENDING', firstName: 'Rob' },
  });
  const expected = [row(ada, 'Ada', 'NEW'), row(bob, 'Rob', 'INTERVIEW PENDING')];
  expect(await mirror()).toEqual(expected);
  const table = new DatabaseSync(MIRROR());
  table.exec('DELETE FROM cursor');
  table.close();
  expect(await mirror()).toEqual(expected);
  await Owner.call('erasePerson', { body: { applicationId: ada } });
  expect(await mirror()).toEqual([row(bob, 'Rob', 'INTERVIEW PENDING')]);
  await rm(MIRROR());
  expect(await mirror()).toEqual([row(bob, 'Rob', 'INTERVIEW PENDING')]);
});

test('the program of the guide adds an applicant, changes the status and comments', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(directory, 'write.mjs'), 'Grace', 'Hopper', 'grace@applicants.example'],
    {
      env: {
        PATH: process.env.PATH,
        INTAKE_URL: server.url,
        INTAKE_TOKEN: await tokenFor('write'),
        BATCH_ID: school.batches.Open,
      },
    },
  );
  const { body } = await school.staff.Admin.call('getApplication', { params: { id: stdout.trim() } });
  expect(body).toMatchObject({
    firstName: 'Grace',
    status: 'INTERVIEW PENDING',
    adminComments: [{ message: 'Called us about the evening course.', authorEmail: 'API token A program' }],
  });
});

describe('the signature of a webhook', () => {
  const body = JSON.stringify({ type: 'StatusChanged', words: 'ünïcödé' });
  const [first, second] = [newWebhookSecret(), newWebhookSecret()];
  const signed = (secrets: readonly string[], at = Date.now()) =>
    signatureHeaders(secrets, { id: 'an-event', at, body });
  /** Headers, a secret and a body, and whether they are genuine. */
  const CASES = [
    [signed([first]), first, body, true],
    [signed([first, second]), second, body, true],
    [signed([first]), second, body, false],
    [signed([first]), first, `${body} `, false],
    [signed([first], Date.now() - 600_000), first, body, false],
  ] as const;

  test('is verified by the program of the guide for Node, and by the library of Standard Webhooks', async () => {
    const { isGenuine } = await import(join(directory, 'verify.mjs'));
    for (const [headers, secret, text, isRight] of CASES) {
      expect(isGenuine(secret, headers, text)).toBe(isRight);
      const verify = () => new Webhook(secret).verify(text, headers);
      if (isRight) expect(verify()).toEqual(JSON.parse(text));
      else expect(verify).toThrow();
    }
  });

  test('is verified by the program of the guide for Python', async ({ skip }) => {
    if (!canRun('python3', '--version')) return skip('there is no python3');
    const program = `import json, sys
from verify import is_genuine
print(json.dumps([is_genuine(secret, headers, body.encode()) for headers, secret, body, _ in json.load(sys.stdin)]))`;
    const running = promisify(execFile)('python3', ['-c', program], { cwd: directory });
    running.child.stdin?.end(JSON.stringify(CASES));
    expect(JSON.parse((await running).stdout)).toEqual(CASES.map(([, , , isRight]) => isRight));
  });

  test('of each delivery is verified by the library from PyPI, also after a rotation', async ({ skip }) => {
    if (!canRun('pip3', '--version')) return skip('there is no pip3');
    const library = join(directory, 'library');
    const install = ['install', '--quiet', '--disable-pip-version-check', '--target', library, PYTHON_LIBRARY];
    if (!canRun('pip3', ...install)) {
      if (process.env.REQUIRE_TOOLS) throw new Error(`REQUIRE_TOOLS is set, but pip3 cannot install ${PYTHON_LIBRARY}`);
      return skip('PyPI cannot be reached');
    }
    const receiver = spawn('python3', ['-c', PYTHON_RECEIVER], { env: { ...process.env, PYTHONPATH: library } });
    try {
      let said = '';
      receiver.stdout.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
      await expect.poll(() => said).toMatch(/^\d+\n/);
      const { Admin } = school.staff;
      const targetUrl = `http://127.0.0.1:${said.trim()}/`;
      const eventTypes = ['ApplicationSubmitted', 'StatusChanged'] as const;
      const made = { name: 'Python', targetUrl, eventTypes: [...eventTypes] };
      const { _id: id, secret } = (await Admin.call('createWebhook', { body: made })).body;
      receiver.stdin.write(`${secret}\n`);
      const heard = () => said.split('\n').slice(1, -1);
      const body = { batchId: school.batches.Open, ...answers(freshEmail()), firstName: 'Žofie' };
      const application = (await Admin.call('submitApplication', { body })).body._id;
      await expect.poll(heard).toEqual(['accepted ApplicationSubmitted']);
      await Admin.call('rotateWebhookSecret', { params: { id } });
      await Admin.call('changeApplication', { params: { id: application }, body: { status: 'INTERVIEW PENDING' } });
      await Admin.call('sendWebhook', { params: { id } });
      await expect
        .poll(() => heard().toSorted())
        .toEqual(['ApplicationSubmitted', 'StatusChanged', 'webhook.test'].map((type) => `accepted ${type}`));
      await Admin.call('endFormerSecret', { params: { id } });
      expect((await Admin.call('sendWebhook', { params: { id } })).body.status).toBe(401);
      expect(heard().at(-1)).toMatch(/^refused/);
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
    }
  });

  test('is verified by the example, which shows what arrives', async () => {
    const { Admin } = school.staff;
    const receiver = fork(EXAMPLE, { env: { ...process.env, WEBHOOK_SECRET: first, PORT: '0' }, silent: true });
    try {
      let shown = '';
      receiver.stdout?.setEncoding('utf8').on('data', (text) => {
        shown += text;
      });
      await expect.poll(() => shown).toContain('Waiting for events');
      const [targetUrl = ''] = /http:\S+/.exec(shown) ?? [];
      const { _id: id } = (await Admin.call('createWebhook', { body: { name: 'Example', targetUrl } })).body;
      const refused = await Admin.call('sendWebhook', { params: { id } });
      expect(refused.body).toEqual({ status: 401, response: 'The signature is wrong.' });
      const { environment } = server.running.composition;
      const { state } = await load(environment, webhook, id);
      await environment.secrets.put(state.details.secretId ?? '', first, `webhook-${id}`);
      expect((await Admin.call('sendWebhook', { params: { id } })).body.status).toBe(204);
      await expect.poll(() => shown).toContain('webhook.test');
    } finally {
      receiver.kill();
    }
  });
});
