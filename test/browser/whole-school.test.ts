import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApplicationStatus } from '../../domain/application/statuses.ts';
import { CONTENT_BLOCK, DATA_TYPES, INTEGRATION_TYPES, type ProcessConfig, STEP } from '../../domain/process/config.ts';
import { NEW_FIELD } from '../../domain/process-editing/edits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { STATUS_WORDS } from '../../web/src/shared/application/status-words.ts';
import { emailsTo, linksTo } from '../support/emails.ts';
import { runIntakeInProcess } from '../support/intake-in-process.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { freshEmail } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { closeVisitors, describeInBrowser, openBrowser, PHONE, type Visitor, visit } from './browser.ts';

const SCHOOL = 'Tide Academy';
const SLUG = 'tide-academy';
const PASSWORD = 'nanoseconds-of-wire';
const OWNER = 'olga@tide.example';
const ADMIN = 'adam@tide.example';
const VIEWER = 'vera@tide.example';
const EVENT = 'https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2';
const CALENDAR = `<!doctype html><html lang="en"><title>Calendar</title><button id="book">Thursday, 10:00</button>
<script>
  book.onclick = () => parent.postMessage({ event: 'calendly.event_scheduled', payload: {
    event: { uri: '${EVENT}' }, invitee: { uri: '${EVENT}/invitees/AAAA' } } }, '*');
</script>`;

const file = (fileName: string, extension: 'pdf' | 'zip') => ({
  name: fileName,
  mimeType: `application/${extension}`,
  buffer: Buffer.from(SAMPLE_FILES[extension]),
});

const FILM = '<!doctype html><title>Film</title>A film';
const FACT = { booking: 'Interview booking', plan: 'Payment plan' };

/** What a process uses of all that a config can hold. */
function kindsIn({ applicationForm, applicationDetailsSteps: steps, fields }: ProcessConfig) {
  const blocks = steps.flatMap(({ content = [] }) => content);
  const conditions = [
    ...steps.flatMap(({ visibilityCondition, completionCondition }) => [visibilityCondition, completionCondition]),
    ...blocks.map(({ condition }) => condition),
  ].filter((condition) => condition !== undefined);
  const all = <Kind>(kinds: readonly Kind[]) => [...new Set(kinds)].sort();
  return {
    answers: all(
      [applicationForm, ...steps.map(({ configuration }) => configuration)].flatMap(
        (form) => form?.fields.map(({ dataType }) => dataType) ?? [],
      ),
    ),
    embeds: all(blocks.flatMap(({ integrations = [] }) => integrations.map(({ type }) => type))),
    parts: all(steps.flatMap((step) => Object.keys(step))),
    blockParts: all(blocks.flatMap((block) => Object.keys(block))),
    joins: all(conditions.flatMap(({ logicalOperator, terms }) => (terms.length > 1 ? logicalOperator : []))),
    terms: all(conditions.flatMap(({ terms }) => terms.map(({ target, operator }) => `${target} ${operator}`))),
    columns: all(fields.map(({ isAdminOnly }) => isAdminOnly)),
  };
}

const EVERY_KIND: ReturnType<typeof kindsIn> = {
  answers: DATA_TYPES.toSorted(),
  embeds: INTEGRATION_TYPES.toSorted(),
  parts: Object.keys(STEP.shape).sort(),
  blockParts: Object.keys(CONTENT_BLOCK.shape).sort(),
  joins: ['AND', 'OR'],
  terms: [
    ...['ASSESSMENTS_COMPLETE Greater than', 'ASSESSMENTS_COMPLETE Greater than or equal', 'FIELD Exists'],
    ...['FIELD Greater than', 'FIELD Greater than or equal', 'STATUS Greater than', 'STATUS Greater than or equal'],
  ],
  columns: [false, true],
};

const stepOf = (page: Page, state: string, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${state}\\s*${title}`) });

/** The first active step is open at first; another one opens by a press. */
const open = async (page: Page, title: string) => {
  const head = page.getByRole('button', { name: new RegExp(`\\s${title}`), expanded: false });
  const body = page.getByRole('button', { name: new RegExp(`\\s${title}`), expanded: true });
  await head.or(body).waitFor();
  if ((await head.count()) > 0) await head.click();
};

type Term = readonly [what: string, how: string, value?: string];
type Within = Pick<Page, 'getByRole'>;
const press = (within: Within, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

describeInBrowser('a whole school', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer({ environment: { RATE_LIMITS: 'off' } }), openBrowser()]);
  });
  afterAll(async () => {
    await closeVisitors(browser);
    await server?.close();
  });

  const openTab = async ({ page }: Visitor, tab: string, heading: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Config' }).click();
    await page.getByRole('link', { name: tab, exact: true }).click();
    await page.getByRole('heading', { name: heading, level: 2, exact: true }).waitFor();
  };
  const created = ({ page }: Visitor, title: string) =>
    page.getByRole('heading', { name: title, level: 2, exact: true }).waitFor();

  async function foundedBy(owner: Visitor): Promise<void> {
    const named = ['--name', SCHOOL, '--slug', SLUG, '--owner-email', OWNER];
    const environment = { DATA_DIR: server.dataDir, PORT: new URL(server.url).port };
    const printed = await runIntakeInProcess(environment, 'organization', 'create', ...named);
    const { pathname, search } = new URL(/Set the password first .*: (\S+)/.exec(printed)?.[1] ?? '');
    const { page } = owner;
    await page.goto(pathname + search);
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Your password has been changed.').waitFor();
    await page.goto('/login');
    await page.getByLabel('Email').fill(OWNER);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  }

  async function invite({ page }: Visitor, email: string, role: 'Admin' | 'Viewer'): Promise<void> {
    const form = page.getByRole('region', { name: 'Add a user' });
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Role').selectOption(role);
    await press(form, 'Add user');
    await page.getByRole('alertdialog').getByText(TEXTS.members.invited(email, role)).waitFor();
    await press(page.getByRole('alertdialog'), 'OK');
  }

  async function join(member: Visitor, email: string): Promise<void> {
    const [link] = await linksTo(server.dataDir, email, '/invite');
    const { page } = member;
    await page.goto(`${link?.pathname}${link?.search}`);
    await page.getByRole('link', { name: 'Create your account' }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page, 'Create your account');
    await page.getByRole('heading', { name: 'Applications Dashboard' }).waitFor();
  }

  async function makePaymentModel(owner: Visitor): Promise<void> {
    const { page } = owner;
    await openTab(owner, 'Payment models', 'Payment models');
    await page.getByRole('link', { name: 'New payment model' }).click();
    await page.getByLabel('Name').fill('Bit by bit');
    await page.getByLabel('Currency').fill('EUR');
    await page.getByLabel('Upfront cost').fill('500');
    await page.getByLabel('Monthly cost').fill('250');
    await page.getByLabel('Number of months').fill('6');
    await press(page, 'Create payment model');
    await created(owner, 'Bit by bit');
  }

  /** Returns what the provider of the external one needs. */
  async function makeAssessments(admin: Visitor): Promise<{ address: string; secret: string }> {
    const { page } = admin;
    const start = async (type: string, name: string) => {
      await openTab(admin, 'Assessments', 'Assessments');
      await page.getByRole('link', { name: 'New assessment' }).click();
      await page.getByRole('link', { name: type, exact: true }).click();
      await page.getByLabel('Name').fill(name);
    };
    const create = async (name: string) => {
      await press(page, 'Create assessment');
      await created(admin, name);
    };
    await start('Quiz', 'Logic');
    await press(page, 'Paste a list of questions');
    await page
      .getByRole('dialog')
      .getByLabel('Questions')
      .fill('Is a whale a fish?\nYes\n*No\n\nWhich is even?\n*4\n7');
    await press(page.getByRole('dialog'), 'Add 2 questions');
    await create('Logic');
    await start('Project', 'A small page');
    await page.getByLabel('Instructions').fill('One page about **your street**.');
    await create('A small page');
    await start('External', 'Typing');
    await page.getByLabel('Address of the assessment').fill('https://exercises.example/typing');
    await create('Typing');
    const provider = page.getByRole('region', { name: 'Results from the provider' });
    await press(provider, 'Generate a secret');
    await provider.getByText('Copy the secret now.').waitFor();
    const [address = '', secret = ''] = await provider.locator('code').allInnerTexts();
    return { address, secret };
  }

  async function makeTemplate(admin: Visitor): Promise<void> {
    const { page } = admin;
    await openTab(admin, 'Emails', 'Email templates');
    await page.getByRole('link', { name: 'New email template' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Come and meet us');
    await page.getByRole('textbox', { name: 'Subject' }).fill('An interview, {{firstName}}?');
    await page.getByRole('textbox', { name: 'Body' }).fill('Choose a time here: {{applicationLink}}');
    await press(page, 'Create email template');
    await created(admin, 'Come and meet us');
  }

  async function makeProcess(admin: Visitor): Promise<ProcessConfig> {
    const { page } = admin;
    await openTab(admin, 'Forms & processes', 'Forms & processes');
    await page.getByRole('link', { name: 'New process' }).click();
    await page.getByRole('link', { name: 'Short form' }).click();
    await page.getByLabel('Name of the process').fill('Every way in');
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() !== 'GET' && !pathname.startsWith('/api/drafts/'))
        sent.push(`${request.method()} ${pathname}`);
    });
    /** Words of programmers that an Owner should never need. */
    const expectPlainWords = async () =>
      expect(
        (await page.getByRole('main').innerText()).match(
          /.{0,30}\b(JSON|(?<!arrow )keys?|ids?|operators?|null|undefined)\b.{0,30}/gi,
        ),
      ).toBeNull();

    const ask = async (form: Locator, label: string, type: string) => {
      await form.getByRole('button', { name: 'Add a question', exact: true }).click();
      await page.keyboard.insertText(label);
      await form.getByLabel('Type of answer').selectOption(type);
    };
    const form = page.getByRole('region', { name: 'Application form' });
    await press(form, /^Application form/);
    await ask(form, 'Which track?', 'Choice');
    await form.getByLabel('Options').fill('Design\nWeb');
    await form.getByLabel('Required').check();
    await form.getByLabel('Help text').fill('You can **change** it later.');

    const card = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^\\d\\. ${title}`) }) });
    const addStep = async (title: string) => {
      await expectPlainWords();
      await press(page, 'Add a step');
      await page.keyboard.insertText(title);
      await card(title).getByLabel('Subtitle').fill(`The step ${title}`);
      return card(title);
    };
    const conditions = async (place: Locator, terms: readonly Term[], mode?: 'all' | 'any') => {
      for (const [index, [what, how, value]] of terms.entries()) {
        await press(place, 'Add a condition');
        const term = place.getByRole('group', { name: `Condition ${index + 1}` });
        await term.getByLabel('What').selectOption({ label: what });
        await term.getByLabel('How').selectOption({ label: how });
        const control = term.getByLabel('Value');
        if (value === undefined) expect(await control.count()).toBe(0);
        else if ((await control.evaluate((element) => element.nodeName)) === 'SELECT')
          await control.selectOption(value);
        else await control.fill(value);
      }
      if (mode)
        await place
          .getByLabel('It applies when')
          .selectOption({ label: mode === 'all' ? 'all of these are true' : 'any of these is true' });
    };
    const shown = (of: Locator) => of.getByRole('region', { name: 'When applicants see this step' });
    const complete = (of: Locator) => of.getByRole('region', { name: 'When this step counts as complete' });
    const block = async (of: Locator, text: string, embed?: string) => {
      await press(of, 'Add text');
      const card = of.getByRole('list', { name: 'Content' }).getByRole('listitem').last();
      await card.getByLabel('Text', { exact: true }).fill(text);
      if (embed) {
        await card.getByLabel('Calendly, Vimeo or Zoom').fill(embed);
        await press(card, 'Add it');
        await card.getByRole('button', { name: /^Remove https/ }).waitFor();
      }
      return card;
    };

    const about = await addStep('About you');
    for (const type of DATA_TYPES) await ask(about, `A ${type} of yours`, NEW_FIELD[type]);
    await about.getByLabel('Options').fill('Monday\nTuesday');
    await about.getByLabel('Heading of the questions').fill('Six questions');

    const read = await addStep('What to expect');
    await block(read, 'A **film** about us.', 'https://vimeo.com/823267311/3226ad8ef9');
    await conditions(
      await block(read, 'The group call.', 'https://zoom.us/j/94817263540'),
      [
        ['A text of yours', 'is at least', '3'],
        ['A select of yours', 'is, or comes later in the alphabet than,', 'Tuesday'],
      ],
      'any',
    );
    await conditions(shown(read), [['A file of yours', 'is answered']]);
    await conditions(complete(read), [['Status', 'is after', 'INFORMATION SENT']]);

    const meet = await addStep('Meet us');
    await block(meet, 'Choose a time.', 'https://calendly.com/us/talk');
    await conditions(
      shown(meet),
      [
        ['Status', 'is at least', 'INTERVIEW PENDING'],
        ['Which track?', 'comes later in the alphabet than', 'Design'],
      ],
      'all',
    );
    await conditions(complete(meet), [[FACT.booking, 'is made']]);

    const tests = await addStep('Three tests');
    for (const name of ['Logic', 'A small page', 'Typing']) await tests.getByLabel(name).check();
    await conditions(
      shown(tests),
      [
        [FACT.booking, 'is made'],
        ['A text of yours', 'is more than', '40'],
      ],
      'any',
    );

    const pay = await addStep('Choose how to pay');
    await pay.getByLabel('Bit by bit').check();
    await conditions(shown(pay), [['Completed assessments', 'are at least', '3']]);

    const welcome = await addStep('Welcome');
    await block(welcome, 'See you on Monday.');
    await conditions(
      shown(welcome),
      [
        ['Completed assessments', 'are more than', '2'],
        [FACT.plan, 'is chosen'],
      ],
      'all',
    );

    const columns = page.getByRole('region', { name: 'Dashboard columns' });
    await press(columns, /^Dashboard columns/);
    await columns.getByLabel('Add a column for a question').selectOption({ label: 'Which track?' });
    await press(columns, 'Add a field that only staff fill in');
    await page.keyboard.insertText('Impression');
    await columns.getByLabel('Only Owners and Admins see it').check();

    await expectPlainWords();
    await press(page, /^1\. About you/);
    const preview = page.getByRole('region', { name: 'What applicants see' });
    await preview.getByLabel('A paragraph of yours').fill('Typed into the preview');
    await press(preview, 'Save');
    await page.reload();
    await press(page, 'Create the process');
    await created(admin, 'Every way in');
    expect(sent, 'neither an edit nor the preview is saved').toEqual(['POST /api/processConfigBlobs']);
    const answer = await page.request.get('/api/processConfigBlobs');
    const [saved] = (await answer.json()) as readonly { json: string }[];
    return JSON.parse(saved?.json ?? '{}') as ProcessConfig;
  }

  async function openBatch(admin: Visitor): Promise<void> {
    const { page } = admin;
    await openTab(admin, 'Batches', 'Batches');
    await page.getByRole('link', { name: 'New Batch' }).click();
    await page.getByLabel('Name').fill('Spring');
    await page.getByLabel('Description').fill('Three months by the sea.');
    await page.getByLabel('Slug').fill('spring-2027');
    await page.getByLabel('Status').selectOption('Open');
    expect(await page.getByLabel('Process').locator('option:checked').innerText()).toBe('Every way in');
    await press(page, 'Create batch');
    await created(admin, 'Spring');
  }

  async function apply(applicant: Visitor, email: string): Promise<void> {
    const { page } = applicant;
    await page.goto(`/apply/${SLUG}/spring-2027`);
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Why do you want to join?').fill('I like it when things work.');
    await page.getByText('change', { exact: true }).waitFor();
    await page.getByLabel('Which track?').selectOption('Web');
    await page.getByLabel('Where did you hear about our bootcamp?').selectOption('Reddit');
    await press(page, 'Check your answers');
    await press(page, 'Submit application');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page, 'Set password and continue');
    await page.waitForURL('**/application/*');
  }

  async function setStatus(admin: Visitor, status: ApplicationStatus): Promise<void> {
    await admin.page.getByLabel('Change status').selectOption(status);
    await admin.page.getByText(`Saved: ${status}.`).waitFor();
  }

  test('is set up on screens alone, from its creation to a complete applicant', async () => {
    const owner = await visit(browser, server.url);
    await foundedBy(owner);
    await openTab(owner, 'Organization', 'Organization');
    await owner.page.getByLabel('How to contact you').fill('Write to hello@tide.example.');
    await press(owner.page, 'Save changes');
    await owner.page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await openTab(owner, 'Users', 'Users and Roles');
    await invite(owner, ADMIN, 'Admin');
    await invite(owner, VIEWER, 'Viewer');
    await makePaymentModel(owner);

    const admin = await visit(browser, server.url);
    await join(admin, ADMIN);
    const { address, secret } = await makeAssessments(admin);
    await makeTemplate(admin);
    const config = await makeProcess(admin);
    expect(kindsIn(config)).toEqual(EVERY_KIND);
    await openBatch(admin);

    const viewer = await visit(browser, server.url);
    await join(viewer, VIEWER);
    await openTab(viewer, 'Forms & processes', 'Forms & processes');
    await viewer.page.getByRole('link', { name: 'View Every way in' }).click();
    await press(viewer.page, /^5\. Choose how to pay/);
    await viewer.page.getByText('Shown when 3 assessments are complete').first().waitFor();
    expect(await viewer.page.getByRole('button', { name: /^(Save|Add|Undo|Delete)/ }).count()).toBe(0);

    const email = freshEmail();
    const grace = await visit(browser, server.url, { viewport: PHONE });
    const { page } = grace;
    for (const [site, body] of Object.entries({
      'https://calendly.com/**': CALENDAR,
      'https://player.vimeo.com/**': FILM,
    })) {
      await grace.context.route(site, (route) => route.fulfill({ body, contentType: 'text/html' }));
    }
    await apply(grace, email);
    await page.getByLabel('A text of yours').fill('4');
    await page.getByLabel('A email of yours').fill('ref@example.org');
    await page.getByLabel('A paragraph of yours').fill('One\n\nTwo');
    await page.getByLabel('A tel of yours').fill('+49 30 1234567');
    await page.getByLabel('A select of yours').selectOption('Monday');
    await page.locator('input[type=file]').setInputFiles(file('cv.pdf', 'pdf'));
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    await press(page, 'Save');
    await stepOf(page, 'Active', 'What to expect').waitFor();
    await stepOf(page, 'Complete', 'About you').waitFor();
    await open(page, 'What to expect');
    await page.getByText('The group call.').waitFor();
    await press(page, 'Show the video');
    await page.frameLocator('iframe[title="Vimeo: What to expect"]').getByText('A film').waitFor();
    await page.getByRole('link', { name: 'Open the meeting in Zoom' }).waitFor();
    expect(await page.getByText('Meet us').count(), 'a hidden step').toBe(0);

    await admin.page.goto(`/admin/dashboard?q=${encodeURIComponent(email)}`);
    await press(admin.page, /^Work on the application/);
    await admin.page.getByLabel('Send an email').selectOption('Come and meet us');
    await press(admin.page, 'Send this email');
    await press(admin.page.getByRole('alertdialog'), 'OK');
    await setStatus(admin, 'INTERVIEW PENDING');
    await open(page, 'Meet us');
    await press(page, 'Show the calendar');
    await press(page.frameLocator('iframe[title="Calendly: Meet us"]'), 'Thursday, 10:00');
    await stepOf(page, 'Complete', 'Meet us').waitFor();

    await open(page, 'Three tests');
    await page.getByRole('link', { name: 'Open the quiz: Logic' }).click();
    await press(page, 'Start the quiz');
    await press(page, 'Start');
    await page.getByLabel('No', { exact: true }).check();
    await press(page, 'Next');
    await page.getByLabel('4', { exact: true }).check();
    await press(page, 'Submit');
    await press(page.getByRole('dialog'), 'Submit');
    await page.getByText('100%').waitFor();
    await page.getByRole('link', { name: 'Back to your application' }).click();
    await page.getByRole('link', { name: /A small page/ }).click();
    await press(page, 'Start the project');
    await press(page, 'Start');
    await page.getByLabel('Your file').setInputFiles(file('street.zip', 'zip'));
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Submitted' }).waitFor();
    await page.getByRole('link', { name: 'Back to your application' }).click();
    const content = JSON.stringify({
      source: 'typing',
      secretToken: secret,
      event: 'assignment.completed',
      userEmail: email,
    });
    const headers = { 'Content-Type': 'application/json' };
    const reported = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ content }) });
    expect(reported.status, 'what the provider sends to the address and with the secret on the screen').toBe(200);

    await open(page, 'Choose how to pay');
    await press(page, 'Choose this plan: Bit by bit');
    await press(page.getByRole('dialog'), 'Choose this plan');
    await stepOf(page, 'Complete', 'Choose how to pay').waitFor();
    await open(page, 'Welcome');
    await page.getByText('See you on Monday.').waitFor();
    for (const status of ['CONTRACT SENT', 'CONTRACT RECEIVED', 'COMPLETE'] as const) {
      await setStatus(admin, status);
      await page.getByText(STATUS_WORDS[status].banner).waitFor();
    }
    expect(await emailsTo(server.dataDir, email)).toContainEqual(expect.stringContaining('An interview, Grace?'));
    for (const { complaints } of [owner, admin, viewer, grace]) expect(complaints).toEqual([]);
  });
});
