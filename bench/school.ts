import { readConfig } from '../api/config/config.ts';
import { PROCESSES } from '../api/operator/demo/school.ts';
import { openStores } from '../api/storage/stores.ts';
import { createCodec } from '../commands/event-store/codec.ts';
import { createEventLog } from '../commands/event-store/encoded-event-log.ts';
import { openMasterKey } from '../commands/vault/master-key.ts';
import { createSubjectKeys } from '../commands/vault/subject-keys.ts';
import { definitionOf } from '../domain/events.ts';
import { runIntakeIn } from '../test/support/running-server.ts';
import { appendHistory, type Happening } from './history.ts';

const PASSWORD = 'a-long-and-quiet-night';

export interface SignedInOwner {
  readonly cookie: string;
  readonly organizationId: string;
  readonly ownerId: string;
  /** An Open batch with the demo's process; returns its id. */
  createBatch(name: string, capacity: number): Promise<string>;
}

export async function createOrganization(
  dataDirectory: string,
  slug: string,
  email: string,
  stores: Record<string, string> = {},
): Promise<void> {
  const owner = ['--owner-email', email, '--owner-password', PASSWORD];
  const words = ['organization', 'create', '--name', `School ${slug}`, '--slug', slug, ...owner];
  await runIntakeIn({ ...stores, DATA_DIR: dataDirectory }, ...words);
}

export async function signInOwner(url: string, email: string): Promise<SignedInOwner> {
  let cookie = '';
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (cookies.length > 0) cookie = cookies.join('; ');
    return (await response.json()) as { _id: string };
  };
  await call('POST', '/api/login', { email, password: PASSWORD, isCreator: false });
  const { _id: organizationId } = await call('GET', '/api/organizationForCurrentDomain');
  const { _id: ownerId } = await call('GET', '/api/user');
  const { _id: processId } = await call('POST', '/api/processConfigBlobs', {
    json: JSON.stringify(PROCESSES.fullStack, withoutOthers),
  });
  return {
    cookie,
    organizationId,
    ownerId,
    createBatch: async (name, capacity) =>
      (await call('POST', '/api/batches', { name, status: 'Open', capacity, organizationId, processId }))._id,
  };
}

/** Removes references to the demo's payment models and assessments. */
const withoutOthers = (member: string, value: unknown): unknown =>
  member === 'availablePaymentModels' || member === 'assessmentIds' ? undefined : value;

/** Appends while no server runs, because 20,000 submissions over HTTP would take long. */
export async function appendPasts(
  dataDirectory: string,
  pasts: readonly { readonly organizationId: string; readonly history: readonly Happening[] }[],
  environment: Record<string, string> = {},
): Promise<void> {
  const config = readConfig({ ...environment, DATA_DIR: dataDirectory });
  const stores = await openStores(config);
  try {
    const { vault, eventStore, directory } = stores;
    const keys = createSubjectKeys({
      vault,
      masterKey: await openMasterKey({ configured: config.masterKey, file: directory.masterKey, vault }),
    });
    const log = createEventLog({ store: eventStore, codec: createCodec({ definitionOf, keys }) });
    for (const { history, organizationId } of pasts) await appendHistory(log, history, organizationId);
  } finally {
    await stores.close();
  }
}
