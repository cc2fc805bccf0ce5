import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EndpointName } from '../../api/contract/endpoints.ts';
import { asValue } from '../../domain/text/inserted-text.ts';
import type { Client } from '../support/client.ts';
import { readPublished } from '../support/published.ts';
import { textsOfSchema, textsOfValue, withTextAt } from '../support/published-texts.ts';
import { createSchool, PROCESS, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const CORPUS: Readonly<Record<string, string>> = {
  NUL: 'NUL \0 inside',
  'half of a pair': 'half \ud83d pair',
  'the other half': 'half \udc00 pair',
  'right to left': 'photo\u202egnp.exe',
  '64 kB': 'x'.repeat(65_536),
  'a script': '"><script>alert(1)</script><img src=x onerror=alert(2)>',
  'a link that runs': '[press](javascript:alert(1)) ](javascript:alert(1))',
  'a formula': '=HYPERLINK("https://evil.example","x")',
  'nested placeholders': '{{{{firstName}}}} {{first{{lastName}}Name}}',
  'a prototype': '__proto__',
  'a long word': 'Donaudampfschiff'.repeat(12),
  'a family': '👩‍👩‍👧‍👦 e\u0301',
  'two lines': 'one\ntwo\r\nthree',
};
/** Shown by their last characters only. */
const SECRETS = ['messagingSecretToken', 'sendGridApiKey', 'calendlyAccessToken'];
/** Ids whose special characters are left out, and the organization, which a change does not move. */
const CLEANED = ['googleAnalyticsId', 'facebookPixelId', 'organizationId'];
/** Of the document itself: stored on one line, without characters that hide or reverse text. */
const NAMES = ['name', 'label'];
/** No store accepts them. */
const UNSTORABLE = ['NUL', 'half of a pair', 'the other half'];

let server: TestServer;
let school: School;
let calls: Awaited<ReturnType<typeof readPublished>>;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' } });
  school = await createSchool(server, 'hostile-config');
  calls = await readPublished(server.url);
});
afterAll(() => server.close());

const [step] = PROCESS.applicationDetailsSteps;
const condition = {
  logicalOperator: 'AND',
  terms: [{ target: 'FIELD', targetDetails: 'track', operator: 'Greater than or equal', comparisonValue: 'Web' }],
};
const track = { name: 'track', label: 'Track', dataType: 'select', details: 'Which?', options: ['Java', 'Web'] };
const EVERYTHING = {
  ...PROCESS,
  applicationForm: { ...PROCESS.applicationForm, fields: [track, ...PROCESS.applicationForm.fields] },
  applicationDetailsSteps: [
    {
      ...{ ...step, subtitle: 'First', visibilityCondition: condition, completionCondition: condition },
      content: [{ markdown: 'Hi', condition, integrations: [{ type: 'Vimeo', url: 'https://vimeo.com/1' }] }],
    },
  ],
};
const QUESTION = { prompt: 'Is it?', details: 'Look.', options: [{ value: 'Yes', isCorrect: true }, { value: 'No' }] };

interface Case {
  readonly name: EndpointName;
  readonly id: string;
  readonly start: Record<string, unknown>;
}

async function casesOf({ Owner }: School['staff']): Promise<readonly Case[]> {
  const made = async (name: EndpointName, body: object) => {
    const answer = await Owner.call(name, { body } as never);
    expect(answer.status, JSON.stringify(answer.problem)).toBe(200);
    return (answer.body as { _id: string })._id;
  };
  const assessment = async (body: object) => ({
    name: 'changeAssessment' as const,
    id: await made('createAssessment', body),
  });
  return [
    { name: 'changeOrganization', id: school.organizationId, start: {} },
    { name: 'changeBatch', id: school.batches.Open, start: {} },
    { name: 'changePaymentModel', id: school.paymentModelId, start: {} },
    {
      name: 'changeEmailTemplate',
      id: await made('createEmailTemplate', { name: 'T', subject: 'S', body: 'B' }),
      start: {},
    },
    {
      name: 'changeWebhook',
      id: await made('createWebhook', { name: 'W', targetUrl: 'https://hook.example' }),
      start: {},
    },
    { ...(await assessment({ name: 'Q', type: 'quiz', questions: [QUESTION] })), start: { questions: [QUESTION] } },
    { ...(await assessment({ name: 'P', type: 'project' })), start: {} },
    { ...(await assessment({ name: 'E', type: 'external' })), start: {} },
    { name: 'changeProcess', id: school.processId, start: { json: JSON.stringify(EVERYTHING) } },
  ];
}

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value);

interface Attempt {
  readonly what: string;
  readonly path: readonly (string | 0)[];
  readonly body: unknown;
  readonly read: (answer: unknown) => unknown;
}

function attemptsOf({ name, start }: Case, kind: string, text: string): readonly Attempt[] {
  const what = (path: readonly (string | 0)[]) => `${name} ${path.join('.')}: ${kind}`;
  if (name === 'changeProcess') {
    return textsOfValue(EVERYTHING).map(({ path }) => ({
      ...{ what: what(path), path },
      body: { json: JSON.stringify(withTextAt(EVERYTHING, path, text)) },
      read: (answer) => valueAt(JSON.parse((answer as { json: string }).json), path),
    }));
  }
  const schema = calls.get(name)?.body ?? {};
  const known = new Set<string>();
  const places = textsOfSchema(schema).filter(({ path }) => !known.has(path.join()) && known.add(path.join()));
  return places.map(({ path }) => ({
    ...{ what: what(path), path },
    body: withTextAt(start, path, text, schema),
    read: (answer) => valueAt(answer, path),
  }));
}

async function verdictOn(
  client: Client,
  { name, id }: Case,
  { what, path, body, read }: Attempt,
  kind: string,
  text: string,
) {
  const { status, body: answer, problem } = await client.call(name, { params: { id }, body } as never);
  if (status !== 200) {
    const isNamed = problem.errors?.some(({ field, message }) => field.startsWith(String(path[0])) && message !== '');
    return status < 500 && isNamed ? null : `${what} → ${status} ${JSON.stringify(problem)}`;
  }
  if (UNSTORABLE.includes(kind)) return `${what} was accepted`;
  const shown = read(answer);
  const member = String(path[0]);
  if (CLEANED.includes(member)) return null;
  if (SECRETS.includes(member)) return String(shown).isWellFormed() ? null : `${what} is cut inside a character`;
  if (path.length === 1 && NAMES.includes(member) && shown === asValue(text)) return null;
  return shown === text || shown === text.trim() ? null : `${what} became ${JSON.stringify(shown)?.slice(0, 80)}`;
}

test.each(Object.entries(CORPUS))(
  '%s is kept as typed in every text of the configuration, or refused with its reason',
  async (kind, text) => {
    const { Owner } = school.staff;
    const inTurn = async (one: Case) => {
      const verdicts: (string | null)[] = [];
      for (const attempt of attemptsOf(one, kind, text))
        verdicts.push(await verdictOn(Owner, one, attempt, kind, text));
      return verdicts;
    };
    const wrong = (await Promise.all((await casesOf(school.staff)).map(inTurn))).flat();
    expect(wrong.length).toBeGreaterThan(60);
    expect(wrong.filter((found) => found !== null)).toEqual([]);
  },
);
