import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSchool, proveDomain, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const GOOGLE = 'G-AB12CD34EF';
const PIXEL = '1234567890123456';

let server: TestServer;
let counting: School;
let quiet: School;
beforeAll(async () => {
  server = await startTestServer();
  counting = await createSchool(server, 'counting');
  quiet = await createSchool(server, 'quiet');
  const { Owner } = counting.staff;
  const set = await Owner.call('changeOrganization', {
    params: { id: counting.organizationId },
    body: { googleAnalyticsId: GOOGLE, facebookPixelId: PIXEL },
  });
  expect(set.status).toBe(200);
  await proveDomain(server, counting, 'counting.example');
});
afterAll(() => server.close());

async function page(path: string, host = 'localhost'): Promise<{ policy: string; timing: string; framing: string }> {
  const { port } = new URL(server.url);
  const headers = await new Promise<NodeJS.Dict<string | string[]>>((resolve, reject) => {
    const asked = request({ port, path, headers: { host } }, (answer) => resolve(answer.resume().headers));
    asked.on('error', reject).end();
  });
  const text = (name: string) => String(headers[name] ?? '');
  return {
    policy: text('content-security-policy'),
    timing: text('server-timing'),
    framing: text('x-frame-options'),
  };
}
const isWide = async (path: string, host?: string) => {
  const { policy, timing } = await page(path, host);
  const allows = policy.includes('googletagmanager') && policy.includes('connect.facebook.net');
  expect(timing !== '').toBe(allows);
  return allows;
};

describe('scripts that count visits', () => {
  test('are let into the pages of the organization that set them up: by parameter, address or its own domain', async () => {
    expect(await isWide(`/enroll?organizationId=${counting.organizationId}`)).toBe(true);
    expect(await isWide('/apply/counting')).toBe(true);
    expect(await isWide(`/apply/${counting.organizationId}/anything?utm_source=x`)).toBe(true);
    expect(await isWide('/', 'counting.example')).toBe(true);
    expect(await isWide('/batch/x', 'counting.localhost')).toBe(true);
  });

  test('follow from the ids that were set, and are allowed by path, not by host alone', async () => {
    const { policy, timing } = await page('/enroll', 'counting.example');
    expect(timing).toBe(`google-analytics;desc="${GOOGLE}", facebook-pixel;desc="${PIXEL}"`);
    expect(policy).toContain(
      "script-src 'self' https://www.googletagmanager.com/gtag/ https://connect.facebook.net/en_US/fbevents.js https://connect.facebook.net/signals/;",
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
  });

  test('stay out of everybody else’s pages, and of every answer that is no page', async () => {
    expect(await isWide('/enroll')).toBe(false);
    expect(await isWide(`/enroll?organizationId=${quiet.organizationId}`)).toBe(false);
    expect(await isWide('/apply/quiet', 'counting.example')).toBe(false);
    expect(await isWide(`/api/batches?organizationId=${counting.organizationId}`)).toBe(false);
    expect(await isWide(`/embed.html?organizationId=${counting.organizationId}`)).toBe(false);
  });

  test('never see an address with a token or an email, an account’s page or a staff page', async () => {
    for (const path of [
      '/verifyEmail?token=abc',
      '/passwordReset',
      '/loginLink?token=abc',
      '/invite?token=a&proof=b',
      '/login?next=%2Finvite%3Ftoken%3Dabc',
      '/enroll?utm_content=ada@example.com',
      '/enroll?utm_content=ada%40example.com',
      '/account',
      '/admin/dashboard',
    ]) {
      expect(await isWide(path, 'counting.example'), path).toBe(false);
    }
  });

  test('come with only the service whose id is set', async () => {
    const { Owner } = quiet.staff;
    const set = (googleAnalyticsId: string | null) =>
      Owner.call('changeOrganization', { params: { id: quiet.organizationId }, body: { googleAnalyticsId } });
    await set("G-1'; alert(1)");
    const { policy, timing } = await page('/apply/quiet');
    expect(timing).toBe('google-analytics;desc="G-1alert1"');
    expect(policy).toContain('googletagmanager');
    expect(policy).not.toContain('facebook');
    await set(null);
    expect(await isWide('/apply/quiet')).toBe(false);
  });
});

describe('the page for other sites’ frames', () => {
  const embedding = (batchId: string, enableEmbedding: boolean) =>
    counting.staff.Owner.call('changeBatch', { params: { id: batchId }, body: { enableEmbedding } });
  const mayBeFramed = async (path: string, host?: string) => {
    const { policy, framing } = await page(path, host);
    const isAllowed = policy.includes('frame-ancestors *');
    expect(policy.includes("frame-ancestors 'none'")).toBe(!isAllowed);
    expect(framing).toBe(isAllowed ? '' : 'DENY');
    return isAllowed;
  };

  test('may be in one for a batch that is for it, also once that is closed, by id or slug', async () => {
    const { Open, Closed } = counting.batches;
    expect(await mayBeFramed(`/embed.html?batchId=${Open}`)).toBe(false);
    for (const id of [Open, Closed]) await embedding(id, true);
    await counting.staff.Owner.call('changeBatch', { params: { id: Open }, body: { slug: 'full-stack' } });
    expect(await mayBeFramed(`/embed.html?batchId=${Open}`)).toBe(true);
    expect(await mayBeFramed(`/embed.html?batchId=${Closed}`)).toBe(true);
    expect(await mayBeFramed('/embed.html?batchId=full-stack', 'counting.example')).toBe(true);
    const { timing } = await page(`/embed.html?batchId=${Closed}`);
    expect(timing, 'names the school of a program that the frame cannot read').toBe(
      `school;desc="${counting.organizationId}"`,
    );
    expect(await mayBeFramed('/embed.html?batchId=full-stack', 'quiet.localhost')).toBe(false);
    await embedding(Open, false);
    expect(await mayBeFramed(`/embed.html?batchId=${Open}`)).toBe(false);
  });

  test('may not for a draft, an unknown batch, none, or any other page', async () => {
    const { Draft, Closed } = counting.batches;
    await embedding(Draft, true);
    await embedding(Closed, true);
    for (const path of [
      `/embed.html?batchId=${Draft}`,
      '/embed.html?batchId=nothing',
      `/embed.html?batchId=${encodeURIComponent("' or 1=1 --")}`,
      '/embed.html',
      `/batch/${Closed}`,
      `/enroll?batchId=${Closed}`,
      `/api/batches/${Closed}`,
    ]) {
      expect(await mayBeFramed(path), path).toBe(false);
    }
  });
});
