import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { answers, createSchool, freshEmail, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
beforeAll(async () => {
  server = await startTestServer();
  school = await createSchool(server, 'outbox-school');
});
afterAll(() => server.close());

/** Requests as a browser on this machine, or as one that DNS led here under another name. */
const open = (path: string, host = 'localhost', at = server.url, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; policy: string; text: string }>((resolve, reject) => {
    const { port } = new URL(at);
    request({ host: '127.0.0.1', port, path, headers: { Host: `${host}:${port}`, ...headers } }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({
        status: response.statusCode ?? 0,
        policy: String(response.headers['content-security-policy']),
        text,
      });
    })
      .on('error', reject)
      .end();
  });
const linksIn = (text: string) =>
  [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => (link ?? '').replaceAll('&amp;', '&'));

describe('the outbox of a machine that sends no email', () => {
  test('shows the email that an applicant got, and its link works', async () => {
    const email = freshEmail();
    await server.client().call('submitApplication', {
      body: { batchId: school.batches.Open, ...answers(email), firstName: '<b>Zoë</b>' },
    });
    const list = await vi.waitUntil(async () => {
      const page = await open('/dev/outbox');
      return page.text.includes(email) && page;
    }, 20_000);
    expect(list.policy).toContain("default-src 'none'");
    const [path = ''] = linksIn(list.text.split('<li>').find((item) => item.includes(email)) ?? '');
    const mail = await open(path);
    expect(mail.status).toBe(200);
    expect(mail.policy).not.toContain('unsafe');
    expect(mail.text).toContain('Zoë');
    expect(mail.text).not.toMatch(/<b>|<script/);
    const link = linksIn(mail.text).find((found) => found.includes('verifyEmail')) ?? '';
    const token = new URL(link).searchParams.get('token') ?? '';
    expect((await server.client().call('verifyEmail', { body: { token } })).status).toBe(200);
  });

  test('shows only emails', async () => {
    for (const path of ['/dev/outbox/..%2fmaster.key', '/dev/outbox/nothing.eml', '/dev/elsewhere']) {
      expect((await open(path)).status, path).toBe(404);
    }
  });

  test('is shown under a name of this machine only', async () => {
    expect((await open('/dev/outbox', 'outbox-school.localhost')).status).toBe(200);
    expect((await open('/dev/outbox', '127.0.0.1')).status).toBe(200);
    expect((await open('/dev/outbox', 'evil.example')).status).toBe(404);
    expect((await open('/dev/outbox', 'localhost.evil.example')).status).toBe(404);
  });

  test('answers no request that a proxy passes on, whatever its Host', async () => {
    const forwarding: Record<string, string>[] = [
      { Forwarded: 'for=203.0.113.9' },
      { 'X-Forwarded-For': '127.0.0.1' },
      { 'X-Forwarded-Host': 'localhost' },
      { 'X-Forwarded-Proto': 'https' },
      { Via: '1.1 proxy' },
      { 'X-Real-IP': '203.0.113.9' },
      { 'True-Client-IP': '203.0.113.9' },
      { 'CF-Connecting-IP': '203.0.113.9' },
    ];
    for (const headers of forwarding) {
      expect((await open('/dev/outbox', 'localhost', server.url, headers)).status, JSON.stringify(headers)).toBe(404);
    }
  });

  test('shows a proxied visitor nothing even where the proxy is trusted', async () => {
    const trusting = await startTestServer({ environment: { TRUST_PROXY: 'loopback' } });
    try {
      const visitor = { 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Host': 'localhost' };
      expect((await open('/dev/outbox', 'school.example', trusting.url, visitor)).status).toBe(404);
      expect((await open('/dev/outbox', 'localhost', trusting.url)).status).toBe(200);
    } finally {
      await trusting.close();
    }
  });

  test('is not there in production, nor where others reach the portal', async () => {
    const environments: Record<string, string>[] = [
      { NODE_ENV: 'production' },
      { PUBLIC_URL: 'https://school.example' },
      { HOST: '0.0.0.0' },
    ];
    for (const environment of environments) {
      const live = await startTestServer({ environment });
      try {
        expect((await open('/dev/outbox', 'localhost', live.url)).status, JSON.stringify(environment)).toBe(404);
      } finally {
        await live.close();
      }
    }
  });
});
