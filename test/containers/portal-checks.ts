import { type Client, createClient } from '../support/client.ts';
import { PROCESS } from '../support/school.ts';
import { check, seconds, until } from './checks.ts';
import type { Composition } from './composition.ts';

const EMAIL = 'owner@containers.example';
const PASSWORD = 'correct horse battery';

/** A school with an open batch, and people who use it through the proxy. */
export interface School {
  readonly owner: Client;
  /** Sends an application and answers the applicant's email. */
  apply(): Promise<string>;
  /** Subjects of the emails to that address. */
  emailsTo(email: string): Promise<readonly string[]>;
}

export async function foundSchool({ url, mails, inside }: Composition): Promise<School> {
  const named = ['--name', 'Container School', '--slug', 'containers'];
  const owned = ['--owner-email', EMAIL, '--owner-password', PASSWORD];
  const founded = await inside('worker-1', 'intake', '--json', 'organization', 'create', ...named, ...owned);
  const { organizationId } = JSON.parse(founded) as { organizationId: string };
  const owner = createClient(url, { organizationId });
  const credentials = { body: { email: EMAIL, password: PASSWORD } };
  await until('the owner signs in', async () => (await owner.call('login', credentials)).status === 200);
  const made = await owner.call('createProcess', { body: { json: JSON.stringify(PROCESS) } });
  const details = { name: 'Spring', description: 'Learn', privateDetails: 'Room 12', status: 'Open' as const };
  const batch = await owner.call('createBatch', { body: { ...details, processId: made.body._id } });
  check('an operator founds a school, its Owner signs in and opens a batch', batch.status === 200);
  const batchId = batch.body._id;
  let applicants = 0;
  return {
    owner,
    async apply() {
      applicants += 1;
      const email = `applicant-${applicants}@containers.example`;
      const body = { batchId, email, firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+63 900 1' };
      const { status, problem } = await createClient(url, { organizationId }).call('submitApplication', { body });
      if (status !== 200) throw new Error(`${email} could not apply: ${status} ${problem.message}`);
      return email;
    },
    async emailsTo(email) {
      const { messages } = (await (await fetch(mails)).json()) as {
        messages: { To: { Address: string }[]; Subject: string }[];
      };
      return messages.filter(({ To }) => To.some(({ Address }) => Address === email)).map(({ Subject }) => Subject);
    },
  };
}

export async function checkPath({ url }: Composition, school: School): Promise<void> {
  const started = performance.now();
  const email = await school.apply();
  const applied = performance.now() - started;
  await until('the email arrives', async () => (await school.emailsTo(email)).length > 0);
  check(
    'a visitor applies through the proxy and gets an email',
    true,
    `${applied.toFixed(0)} ms, the email after ${seconds(started)}`,
  );
  const list = await school.owner.call('listApplications');
  check(
    'the Owner sees the application',
    list.body.some((application) => application.email === email),
  );
  const page = await fetch(`${url}/enroll`);
  check('pages are served', page.ok && (await page.text()).includes('<div id="root"'));
}
