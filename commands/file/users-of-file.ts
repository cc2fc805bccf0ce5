import { application } from '../../domain/application/application.ts';
import { assessment } from '../../domain/assessment/assessment.ts';
import { batch } from '../../domain/batch/batch.ts';
import { emailTemplate } from '../../domain/email-template/email-template.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { fileIdsIn } from '../../domain/file/references.ts';
import { organization } from '../../domain/organization/organization.ts';
import { solution } from '../../domain/solution/solution.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

type Log = Pick<Environment, 'log'>;

interface FileUser {
  readonly holds: unknown;
  readonly name: string;
}

const USERS: Readonly<Record<string, (environment: Log, id: string) => Promise<FileUser>>> = {
  async organization(environment, id) {
    const { state } = await load(environment, organization, id);
    return { holds: state.details, name: TEXTS.files.inDocument('organization', state.details.name) };
  },
  async batch(environment, id) {
    const { state } = await load(environment, batch, id);
    return { holds: state.details, name: TEXTS.files.inDocument('batch', state.details.name) };
  },
  async application(environment, id) {
    const { state } = await load(environment, application, id);
    return { holds: state.kind === 'application' ? state.values : {}, name: TEXTS.files.inApplication };
  },
  async assessment(environment, id) {
    const { state } = await load(environment, assessment, id);
    return { holds: state.details, name: TEXTS.files.inDocument('assessment', state.details.name) };
  },
  async emailTemplate(environment, id) {
    const { state } = await load(environment, emailTemplate, id);
    const holds = state.kind === 'document' ? state.details : {};
    return { holds, name: TEXTS.files.inDocument('email template', state.details.name) };
  },
  async solution(environment, id) {
    const { state } = await load(environment, solution, id);
    return { holds: state.solutions, name: TEXTS.files.inSolution };
  },
};

/** The read model gives candidates; their streams decide. */
export async function usersOfFile(
  environment: Pick<Environment, 'log' | 'queries'>,
  fileId: string,
): Promise<readonly string[]> {
  const referrers = await environment.queries.referrersOfFile(fileId);
  const users = await Promise.all(
    referrers.map((stream) => {
      const read = USERS[categoryOf(stream)];
      if (!read) throw new Error(`Files are not expected in streams of ${categoryOf(stream)}`);
      return read(environment, idOf(stream));
    }),
  );
  return users.filter(({ holds }) => fileIdsIn(holds).has(fileId)).map(({ name }) => name);
}
