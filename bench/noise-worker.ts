import { parentPort, workerData } from 'node:worker_threads';
import { BULK_LIMIT } from '../domain/bulk/action.ts';
import { LIMITS } from '../domain/limits/limits.ts';
import { type Ask, EMAIL, type SmallSchool, schoolOf } from './small-school.ts';

/** A thread, because parsing its large texts would delay the measuring thread. */
const NOISE_AT_ONCE = 8;

let ended: AbortController | undefined;

async function work(makeNoise: Awaited<ReturnType<typeof noiseOf>>, { signal }: AbortController): Promise<void> {
  while (!signal.aborted) {
    try {
      const { status } = await makeNoise(signal);
      parentPort?.postMessage(status);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

const list = <Element>(length: number, of: (n: number) => Element): Element[] =>
  Array.from({ length }, (_, n) => of(n));

/** The largest and slowest requests of an Owner, in sequence. */
async function noiseOf(school: SmallSchool): Promise<(signal: AbortSignal) => ReturnType<Ask>> {
  const { organizationId, applicationIds } = school;
  let signal: AbortSignal | undefined;
  const owner: Ask = (method, path, body) => school.owner(method, path, body, signal);
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };
  const config = (steps: readonly object[]) => ({
    json: JSON.stringify({
      label: `Noise ${next()}`,
      applicationForm: { title: 'Apply', fields: [EMAIL] },
      applicationDetailsSteps: steps,
    }),
  });
  const wideSteps = () =>
    list(LIMITS.steps, (step) => ({
      _id: `step${step}`,
      title: `Step ${next()}`,
      configuration: {
        fields: list(22, (field) => ({
          name: `field${step}_${field}`,
          label: 'Pick one',
          dataType: 'select',
          options: list(14, (option) => `o${option}`),
        })),
      },
    }));
  const conditionalSteps = () =>
    list(LIMITS.steps, (step) => ({
      _id: `step${step}`,
      title: `Step ${next()}`,
      visibilityCondition: {
        terms: list(34, () => ({
          target: 'FIELD',
          targetDetails: 'email',
          operator: 'Greater than',
          comparisonValue: 'a',
        })),
      },
    }));
  const questions = () =>
    list(LIMITS.questions, (question) => ({
      _id: `question${question}`,
      prompt: `Question ${next()}`,
      options: list(40, (option) => ({ _id: `o${question}-${option}`, value: `${option}`, isCorrect: true })),
    }));
  const made = async (path: string, body: unknown): Promise<string> =>
    JSON.parse((await owner('POST', path, body)).text)._id;
  const process = `/api/processConfigBlobs/${await made('/api/processConfigBlobs', config(wideSteps()))}`;
  const assessment = `/api/assessments/${await made('/api/assessments', { name: 'Noise', questions: questions() })}`;
  const markdown = { name: 'Noise', subject: 'Noise', body: '> '.repeat(9_900) };
  const template = await made('/api/emailTemplates', markdown);
  const anApplication = () => `/api/applications/${applicationIds[next() % applicationIds.length]}`;
  const status = () => (next() % 2 === 0 ? 'NEW' : 'INTERVIEW PENDING');
  const manyIds = list(BULK_LIMIT, (n) => `${'x'.repeat(190)}${n}`);

  const kinds: readonly (() => ReturnType<Ask>)[] = [
    () => owner('PUT', process, { version: 0, ...config(wideSteps().toReversed()) }),
    () => owner('PUT', process, config(conditionalSteps())),
    () => owner('PUT', process, config(wideSteps())),
    () => owner('POST', `${process}/impact`, config(conditionalSteps())),
    () => owner('GET', process),
    () => owner('GET', `${process}?asOf=${new Date().toISOString()}`),
    () => owner('GET', `${process}/versions`),
    () => owner('POST', `${process}/restore`, { version: 0 }),
    () => owner('GET', '/api/processConfigBlobs'),
    () => owner('PUT', assessment, { questions: questions().toReversed() }),
    () => owner('PUT', assessment, { questions: list(50_000, () => 1) }),
    () => owner('GET', '/api/assessments'),
    () => owner('PUT', anApplication(), { adminComments: list(40, () => ({ message: 'x'.repeat(19_000) })) }),
    () => owner('PUT', anApplication(), { adminComments: list(100, () => ({ message: 'x' })) }),
    () => owner('PUT', anApplication(), { firstName: 'x'.repeat(65_536) }),
    () => owner('PUT', anApplication(), { status: status() }),
    () => owner('GET', `${anApplication()}/history`),
    () => owner('GET', '/api/applications'),
    () => owner('POST', '/api/applications/bulk', { applicationIds, action: { kind: 'status', status: status() } }),
    () =>
      owner('POST', '/api/applications/bulk/preview', {
        applicationIds: manyIds,
        action: { kind: 'status', status: 'NEW' },
      }),
    () => owner('POST', '/api/sendEmailTemplate/preview', { templateId: template, applicationId: applicationIds[0] }),
    () => owner('POST', `/api/emailTemplates/${template}/test`),
    () => owner('POST', `/api/organizations/${organizationId}/testMail`),
    () => owner('GET', '/api/audit?limit=200'),
    () => owner('GET', '/api/me/export'),
    () =>
      owner(
        'PUT',
        '/api/preferences',
        Object.fromEntries(list(LIMITS.preferences, (n) => [`p${n}`, 'x'.repeat(1000)])),
      ),
    () => owner('POST', '/api/projections/users/rebuild'),
  ];
  // This stride visits every kind and never sends two large ones in a row.
  let turn = 0;
  return (ending) => {
    signal = ending;
    turn += 10;
    return (kinds[turn % kinds.length] as (typeof kinds)[number])();
  };
}

const makeNoise = await noiseOf(await schoolOf(workerData.url, workerData.slug, '10.0.0.1'));
parentPort?.on('message', async (message: 'start' | 'stop') => {
  if (message === 'start') {
    const own = new AbortController();
    ended = own;
    await Promise.all(Array.from({ length: NOISE_AT_ONCE }, () => work(makeNoise, own)));
    return parentPort?.postMessage('stopped');
  }
  // Otherwise a request that waits for its share would wait through the next slice.
  ended?.abort();
});
parentPort?.postMessage('ready');
