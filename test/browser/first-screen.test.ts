import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { type Client, createClient } from '../support/client.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { describePortal } from './portal.ts';

interface Answered {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly data: unknown };
}

function stateOf(page: string): readonly Answered[] {
  const [, data = '{"queries":[]}'] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(page) ?? [];
  return (JSON.parse(data) as { queries: readonly Answered[] }).queries;
}

function addressOf(key: readonly unknown[]): string {
  const segments = key.filter((part) => typeof part === 'string');
  const query = key.find((part) => typeof part === 'object' && part !== null) ?? {};
  return `/api/${segments.join('/')}?${new URLSearchParams(query as Record<string, string>)}`;
}

const HTML = { accept: 'text/html' };
const HEADING = 'Apply to join Bagwis Code Academy';
const NOTE_SHIFTS = `
  globalThis.__shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) __shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

async function holdCode(page: Page, code = '**/assets/*.js'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(code, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function signedIn(url: string, email: string): Promise<Client> {
  const client = createClient(url);
  await client.call('login', { body: { email, password: DEMO_PASSWORD, isCreator: false } });
  return client;
}

const asApplicant = (url: string) => signedIn(url, DEMO_APPLICANT);

const applicationsOf = async (url: string) =>
  (await (await asApplicant(url)).call('listApplications', { query: { filter: 'mine' } })).body;

const testsOf = async (url: string) => (await (await asApplicant(url)).call('listAssessments')).body;

describePortal('the first screen of a first visit', (portal) => {
  const html = async (path: string, client: Client = createClient(portal.url)) => {
    const answer = await client.raw({ method: 'GET', path, headers: HTML });
    return { text: await answer.text(), caching: answer.headers.get('cache-control') };
  };

  test.each([PHONE, DESKTOP])(
    'is shown before the code has loaded, does not move, and loses no press ($width px)',
    async (viewport) => {
      for (const path of ['/enroll', '/apply/bagwis']) {
        const { page, context, complaints } = await portal.visit({ viewport });
        const calls: string[] = [];
        page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
        await page.addInitScript(NOTE_SHIFTS);
        const release = await holdCode(page);
        await page.goto(path, { waitUntil: 'commit' });
        await page.getByRole('heading', { name: HEADING }).waitFor();
        await page.getByRole('button', { name: 'Apply to Full-Stack, day' }).click();
        expect(await page.getByLabel('First name').count()).toBe(0);
        release();
        await page.getByLabel('First name').waitFor();
        // The web font's letters are slightly wider than those of the fallback font.
        expect(await page.evaluate('__shifts'), path).toBeLessThan(0.001);
        expect(calls.filter((call) => !call.includes('/api/processConfigBlobs/'))).toEqual([]);
        expect(complaints).toEqual([]);
        await context.close();
      }
    },
  );

  test('of the home page names an applicant’s programs and what is next', async () => {
    const { page, context, complaints } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    const [application] = await applicationsOf(portal.url);
    await page.goto('about:blank');
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && calls.push(new URL(request.url()).pathname));
    await page.addInitScript(NOTE_SHIFTS);
    const release = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Ongoing enrollments' }).waitFor();
    await page
      .getByText(/^Next: /)
      .first()
      .waitFor();
    release();
    await page.getByText('your time zone, ').waitFor();
    expect(await page.evaluate('__shifts')).toBeLessThan(0.001);
    expect(calls.filter((call) => /\/(user|batches|applications|processConfigBlobs)/.test(call))).toEqual([]);
    await page.locator(`a[href="/application/${application?._id}"]`).click();
    await page.getByText('You are here').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('of an application and of its assessment', async () => {
    const { page, context, complaints } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: DESKTOP });
    const applicationId = (await applicationsOf(portal.url))[0]?._id;
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.goto('about:blank');
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && calls.push(new URL(request.url()).pathname));
    await page.addInitScript(NOTE_SHIFTS);
    const openWithoutCode = async (path: string, heading: string) => {
      await page.goto('about:blank');
      await page.unrouteAll();
      const release = await holdCode(page);
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('heading', { name: heading }).waitFor();
      return release;
    };
    const expectNothingMoves = async () => {
      await page.getByText('your time zone, ').waitFor();
      expect(await page.evaluate('__shifts')).toBeLessThan(0.001);
    };
    const ofApplication = `/application/${applicationId}`;
    const [test] = await testsOf(portal.url);
    const ofTest = `/applications/${applicationId}/assessments/${test?._id}`;
    let asked: readonly string[] | undefined;
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      const releaseLooked = await openWithoutCode(ofApplication, 'You are here');
      releaseLooked();
      await expectNothingMoves();
      asked ??= calls.filter((call) => /\/(user|applications\/[^/]+|batches|process)$/.test(call));
      const releaseTest = await openWithoutCode(ofTest, test?.name ?? '');
      releaseTest();
      await expectNothingMoves();
    }
    expect(asked).toEqual([]);

    const releasePressed = await openWithoutCode(ofApplication, 'You are here');
    const steps = page.locator('li > h3 > button[aria-expanded]');
    const closed = [steps.nth(1), steps.last()];
    for (const step of closed) await step.click();
    await page.getByRole('button', { name: 'Continue' }).click();
    for (const step of closed) expect(await step.getAttribute('aria-expanded')).toBe('false');
    releasePressed();
    await page.locator('[id^="step-"] :focus').waitFor();
    for (const step of closed) await expect.poll(() => step.getAttribute('aria-expanded')).toBe('true');

    expect(complaints).toEqual([]);
    await context.close();
  });

  test('of a running quiz, with formatted texts and its countdown, loses no answer', async () => {
    const chosen = 'Stir until the sugar has dissolved';
    const ada = await asApplicant(portal.url);
    const applicationId = (await applicationsOf(portal.url))[0]?._id ?? '';
    const quiz = (await testsOf(portal.url)).find(({ type }) => type === 'quiz');
    const assessmentId = quiz?._id ?? '';
    const { body: solutions } = await ada.call('listSolutions', { query: { appId: applicationId } });
    const running = solutions.find((solution) => solution.assessmentId === assessmentId);
    const solution = running ?? (await ada.call('startSolution', { body: { applicationId, assessmentId } })).body;

    const { page, context, complaints } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.goto('about:blank');
    await page.addInitScript(NOTE_SHIFTS);
    const release = await holdCode(page);
    const releaseFont = await holdCode(page, '**/*.woff2');
    await page.goto(`/applications/${applicationId}/assessments/${assessmentId}?question=2`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Which of these is a loop?' }).waitFor();
    await page.locator('strong', { hasText: 'again and again' }).waitFor();
    expect(await page.getByRole('timer').innerText()).toMatch(/^(20:00|1\d:\d\d) left$/);
    releaseFont();
    await page.evaluate('document.fonts.load(\'600 1em "Figtree Variable"\')');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.evaluate('__shifts'), 'only letters of the header are wider').toBeLessThan(0.001);
    await page.getByLabel(chosen).check();
    const places = async () =>
      Promise.all((await page.getByRole('button', { name: /^Question \d/ }).all()).map((one) => one.boundingBox()));
    const before = await places();
    release();
    await expect
      .poll(async () => (await ada.call('getSolution', { params: { id: solution._id } })).body.answers?.[1])
      .toBe(chosen);
    await page.getByRole('button', { name: 'Question 2, answered' }).waitFor();
    expect(await places()).toEqual(before);
    expect(await page.evaluate('__shifts')).toBeLessThan(0.001);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: 'What does this print?' }).waitFor();
    await page.getByRole('button', { name: 'Prev' }).click();
    expect(await page.getByLabel(chosen).isChecked()).toBe(true);

    // After a write the page refetches its prerendered data, but only after hydration.
    await page.getByText('All your answers are saved').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const releasePage = await holdCode(page, '**/assets/assessment-page-*.js');
    await page.reload({ waitUntil: 'domcontentloaded' });
    const { answers } = (await ada.call('getSolution', { params: { id: solution._id } })).body;
    await ada.call('changeSolution', {
      params: { id: solution._id },
      body: { answers: answers.with(0, 'No') },
    });
    await page.evaluate("fetch('/healthz')");
    expect(asked).not.toContain('/api/solutions');
    releasePage();
    await page.getByRole('button', { name: 'Question 1, answered' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("becomes the visitor's own page after hydration, in their time zone", async () => {
    for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { page, context, complaints } = await portal.visit({ viewport: PHONE, timezoneId });
      await page.goto('/enroll');
      await page.getByText(`your time zone, ${timezoneId.replace('_', ' ')}.`).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  test('is not shown to a visitor who has chosen another school', async () => {
    const { page, context, complaints } = await portal.visit({ viewport: PHONE });
    await page.addInitScript("localStorage.setItem('intake.organizationId', 'another-school')");
    const release = await holdCode(page);
    await page.goto('/enroll', { waitUntil: 'commit' });
    await page.getByRole('heading', { name: HEADING }).waitFor({ state: 'hidden' });
    release();
    await page.getByRole('heading', { name: HEADING }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('contains only what the calls would answer this visitor, and is not cached', async () => {
    const ada = await asApplicant(portal.url);
    const [application] = (await ada.call('listApplications', { query: { filter: 'mine' } })).body;
    const path = `/application/${application?._id}`;
    const hers = await html(path, ada);
    expect(hers.text).toContain(`"email":"${DEMO_APPLICANT}"`);
    expect(hers.caching).toBe('private, no-store');
    expect((await html(path)).text).not.toContain(DEMO_APPLICANT);
    const [test] = await testsOf(portal.url);
    const taking = `/applications/${application?._id}/assessments/${test?._id}`;
    const herTest = await html(taking, ada);
    expect(stateOf(herTest.text).map(({ queryKey }) => queryKey[0])).toContain('assessments');
    expect(herTest.caching).toBe('private, no-store');
    const staff = await signedIn(portal.url, 'mia@bagwis.example');
    for (const other of [undefined, staff]) expect((await html(taking, other)).text).not.toContain(DEMO_APPLICANT);
    await html(`/application/${randomUUID()}`, staff);
    const recorded = async () => (await staff.call('listSecurityLog', { query: { kind: 'unknownId' } })).body.entries;
    await expect
      .poll(async () => (await recorded()).flatMap(({ calls }) => calls.map(({ call }) => call)), { timeout: 10_000 })
      .toContain('GET /api/applications/{id}');
    const [drawn, forHer] = [await html('/enroll'), await html('/enroll', ada)];
    expect(drawn.text).toContain(HEADING);
    expect(stateOf(drawn.text).find(({ queryKey }) => queryKey[0] === 'user')?.state.data).toBeNull();
    expect(drawn.text).not.toContain('privateDetails');
    expect(drawn.caching).toBe('private, no-store');
    expect(forHer.text).toContain('View My Enrollment Application');
  });

  test('contains for each visitor the answers of their own calls, and no others', async () => {
    const [visitor, ada, mia] = await Promise.all([
      createClient(portal.url),
      asApplicant(portal.url),
      signedIn(portal.url, 'mia@bagwis.example'),
    ]);
    const applicationId = (await applicationsOf(portal.url))[0]?._id;
    const assessmentId = (await testsOf(portal.url))[0]?._id;
    const paths = [
      ...['/enroll', '/apply/bagwis', '/apply/bagwis/full-stack-day', `/application/${applicationId}`],
      ...[`/applications/${applicationId}/assessments/${assessmentId}`, '/admin/dashboard'],
    ];
    const brought = async (client: Client) => {
      const keys: string[][] = [];
      for (const path of paths) {
        const answers = stateOf((await html(path, client)).text);
        keys.push(answers.map(({ queryKey }) => String(queryKey[0])).sort());
        for (const { queryKey, state } of answers) {
          // Neither equals the answer of a call: the server's time, and the process, which the client parses.
          if (queryKey[0] === 'pageTime' || queryKey[0] === 'processConfigBlobs') continue;
          const isAssessment = queryKey[0] === 'assessments';
          const answer = await client.raw({
            method: 'GET',
            path: addressOf(isAssessment ? queryKey.slice(0, -1) : queryKey),
            headers: { accept: 'application/json' },
          });
          if (answer.status === 401) expect(state.data, path).toBeNull();
          else expect(state.data, `${path} ${JSON.stringify(queryKey)}`).toEqual(await answer.json());
        }
      }
      return keys;
    };
    const frame = ['organizationForCurrentDomain', 'user'];
    const programs = ['batches', ...frame];
    const own = ['applications', 'batches', 'organizationForCurrentDomain', 'pageTime', 'user'];
    const ofSchool = (...keys: readonly string[]) => [...keys, 'organizations'].sort();
    const ofApplication = [...own, 'processConfigBlobs'].sort();
    const dashboard = [...programs, 'pageTime'].sort();
    expect(await brought(visitor)).toEqual([programs, ofSchool(...programs), ofSchool(...programs), [], [], []]);
    expect(await brought(ada)).toEqual([
      ...[own, ofSchool(...own), ofSchool(...own), ofApplication],
      ...[[...own, 'assessments', 'solutions'].sort(), []],
    ]);
    expect(await brought(mia)).toEqual([own, ofSchool(...own), ofSchool(...own), ofApplication, [], dashboard]);
  });

  test("and an applicant's later pages load neither the grid nor the charts", async () => {
    const { page, context } = await portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD, { viewport: PHONE });
    const code = new Set<string>();
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js')) code.add(request.url());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    const link = page.getByRole('link', { name: /Full-Stack, day/ }).first();
    await Promise.all([page.waitForURL('**/application/*'), link.click()]);
    await page.getByText('You are here').waitFor();
    for (const path of ['/enroll', '/payments', '/account']) await page.goto(path, { waitUntil: 'networkidle' });
    const texts = await Promise.all([...code].map(async (url) => (await fetch(url)).text()));
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => /\bag-(grid|row|cell)|apexcharts/i.test(text))).toEqual([]);
    await context.close();
  });
});
