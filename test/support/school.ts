import { randomUUID } from 'node:crypto';
import type { Composition } from '../../api/composition/composition.ts';
import { createBatch } from '../../commands/batch/create-batch.ts';
import { type CommandContext, systemContext } from '../../commands/context/context.ts';
import { createDocument } from '../../commands/documents/create-document.ts';
import { addMember } from '../../commands/organization/add-member.ts';
import { createOrganization } from '../../commands/organization/create-organization.ts';
import { PAYMENT_MODELS } from '../../commands/payment-model/payment-model-kind.ts';
import { createProcess } from '../../commands/process/save-process.ts';
import { ensureAccount } from '../../commands/user/ensure-account.ts';
import { grantCreator } from '../../commands/user/grant-creator.ts';
import type { Role } from '../../domain/access/actor.ts';
import type { BatchStatus } from '../../domain/batch/status.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';

/** Runs the operator's commands and shows their results. */
export interface SchoolHost extends Pick<TestServer, 'client'> {
  readonly running: { readonly composition: Pick<Composition, 'environment' | 'engine'> };
}

export const PASSWORD = 'correct horse battery';

/** A form, a step for everyone, one that opens at INTERVIEW PENDING, a staff field and an admin-only one. */
export const PROCESS: ProcessConfig = {
  label: 'Full-stack',
  requestSignup: true,
  fields: [
    { name: 'motivation', label: 'Motivation', dataType: 'paragraph', isAdminOnly: false },
    { name: 'interviewer', label: 'Interviewer', dataType: 'text', isAdminOnly: false },
    { name: 'rating', label: 'Rating', dataType: 'text', isAdminOnly: true },
  ],
  applicationForm: {
    title: 'Apply',
    fields: [
      { name: 'firstName', label: 'First name', dataType: 'text', required: true },
      { name: 'lastName', label: 'Last name', dataType: 'text', required: true },
      { name: 'email', label: 'Email', dataType: 'email', required: true },
      { name: 'phoneNumber', label: 'Phone', dataType: 'tel', required: false },
    ],
  },
  applicationDetailsSteps: [
    {
      _id: 'about-you',
      title: 'About you',
      configuration: {
        title: 'About you',
        fields: [
          { name: 'motivation', label: 'Why?', dataType: 'paragraph', required: true },
          { name: 'city', label: 'City', dataType: 'text', required: false },
        ],
      },
    },
    {
      _id: 'interview',
      title: 'Book your interview',
      visibilityCondition: {
        logicalOperator: 'AND',
        terms: [{ target: 'STATUS', operator: 'Greater than or equal', comparisonValue: 'INTERVIEW PENDING' }],
      },
      content: [{ markdown: 'The secret meeting place', integrations: [] }],
    },
  ],
};

export const PAYMENT_MODEL = { name: 'Monthly', upfrontCost: 1000, monthlyCost: 250.5, numberOfMonths: 6 };

export interface School {
  readonly organizationId: string;
  readonly slug: string;
  readonly processId: string;
  readonly paymentModelId: string;
  readonly batches: Readonly<Record<BatchStatus, string>>;
  readonly staff: Readonly<Record<Role, Client>>;
}

export const operatorContext = (server: SchoolHost): CommandContext => ({
  ...systemContext(server.running.composition.environment.now()),
  isSilent: true,
});

export function accepted<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.rejection.code}: ${result.rejection.message}`);
  return result.value;
}

/** The account counts as proven. */
export const ensured = async (server: SchoolHost, email: string): Promise<string> => {
  const { environment } = server.running.composition;
  return accepted(await ensureAccount(environment, { email, password: PASSWORD }, operatorContext(server))).userId;
};

export async function addStaff(server: SchoolHost, organizationId: string, email: string, role: Role): Promise<void> {
  const { environment, engine } = server.running.composition;
  const userId = await ensured(server, email);
  const added = await addMember(environment, { organizationId, userId, role }, operatorContext(server));
  await engine.waitFor(accepted(added).position);
}

/** With staff of each role and a batch of each status. */
export async function createSchool(server: SchoolHost, slug: string): Promise<School> {
  const { environment, engine } = server.running.composition;
  const ownerId = await ensured(server, `owner@${slug}.example`);
  const { id: organizationId } = accepted(
    await createOrganization(
      environment,
      { name: `School ${slug}`, slug, timeZone: 'Asia/Manila', ownerId },
      operatorContext(server),
    ),
  );
  for (const role of ['Admin', 'Viewer'] as const) {
    await addStaff(server, organizationId, `${role.toLowerCase()}@${slug}.example`, role);
  }
  const json = JSON.stringify(PROCESS);
  const { id: processId } = accepted(
    await createProcess(environment, { organizationId, json }, operatorContext(server)),
  );
  const model = { organizationId, details: PAYMENT_MODEL };
  const { id: paymentModelId } = accepted(
    await createDocument(environment, PAYMENT_MODELS, model, operatorContext(server)),
  );
  const batches = {} as Record<BatchStatus, string>;
  for (const status of ['Draft', 'Open', 'Closed', 'Complete'] as const) {
    const details = { name: `${status} batch`, description: 'Learn', privateDetails: 'Room 12', processId };
    const created = accepted(
      await createBatch(environment, { organizationId, details, status }, operatorContext(server)),
    );
    batches[status] = created.id;
    await engine.waitFor(created.position);
  }
  const member = (role: string) => returning(server, `${role}@${slug}.example`, organizationId);
  const staff = { Owner: await member('owner'), Admin: await member('admin'), Viewer: await member('viewer') };
  return { organizationId, slug, processId, paymentModelId, batches, staff };
}

export async function proveDomain(
  { txtRecords }: Pick<TestServer, 'txtRecords'>,
  { organizationId: id, staff: { Owner } }: Pick<School, 'organizationId' | 'staff'>,
  fullDomain: string,
): Promise<void> {
  const { body } = await Owner.call('changeOrganization', { params: { id }, body: { fullDomain } });
  const { name = '', value = '' } = body.fullDomainRecord ?? {};
  txtRecords.set(name, [value]);
  const { status, problem } = await Owner.call('verifyDomain', { params: { id } });
  if (status !== 200) throw new Error(`${fullDomain} could not be proven: ${problem.message}`);
}

export async function makeCreator(server: SchoolHost, email: string): Promise<void> {
  const { environment, engine } = server.running.composition;
  const granted = accepted(await grantCreator(environment, { email }, operatorContext(server)));
  await engine.waitFor(granted.position);
}

export async function signedIn(
  server: Pick<TestServer, 'client'>,
  email: string,
  organizationId: string,
): Promise<Client> {
  const client = server.client({ organizationId });
  const { status } = await client.call('login', { body: { email, password: PASSWORD } });
  if (status !== 200) throw new Error(`${email} could not sign in: ${status}`);
  return client;
}

const HALF_A_DAY_MS = 11 * 3_600_000;
const WEEK_MS = 6.9 * 86_400_000;

/** Logs in again as staff must when the test's clock has moved on (rule 156), unless it is logged out. */
async function returning(server: SchoolHost, email: string, organizationId: string): Promise<Client> {
  const { now } = server.running.composition.environment;
  const client = await signedIn(server, email, organizationId);
  let loggedInAt = now();
  let lastAt = loggedInAt;
  let back: Promise<unknown> = Promise.resolve();
  const comeBack = () => {
    const at = now();
    const isOver = at - lastAt > HALF_A_DAY_MS || at - loggedInAt > WEEK_MS;
    lastAt = at;
    if (isOver && client.cookies.has('session')) {
      loggedInAt = at;
      back = client.call('login', { body: { email, password: PASSWORD } });
    }
    return back;
  };
  return {
    ...client,
    async raw(request) {
      await comeBack();
      return client.raw(request);
    },
    async call(name, given) {
      await comeBack();
      return client.call(name, given);
    },
  };
}

let count = 0;
export const freshEmail = (): string => `person${++count}-${randomUUID().slice(0, 8)}@applicants.example`;

export const answers = (email: string) => ({ email, firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+63 900 1' });

export interface Applied {
  readonly client: Client;
  readonly email: string;
  readonly applicationId: string;
}

/** A visitor who applies and then sets a password. */
export async function applied(
  server: Pick<TestServer, 'client'>,
  school: School,
  batch: BatchStatus = 'Open',
): Promise<Applied> {
  const client = server.client({ organizationId: school.organizationId });
  const email = freshEmail();
  const submitted = await client.call('submitApplication', {
    body: { batchId: school.batches[batch], ...answers(email) },
  });
  if (submitted.status !== 200) throw new Error(`${email} could not apply: ${submitted.problem.message}`);
  const signup = await client.call('signup', { body: { email, password: PASSWORD } });
  if (signup.status !== 200) throw new Error(`${email} could not sign up: ${signup.problem.message}`);
  return { client, email, applicationId: submitted.body._id };
}
