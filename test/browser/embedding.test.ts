import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type Client, createClient } from '../support/client.ts';
import { pngOf } from '../support/picture.ts';
import { expectAccessible, expectNoSidewaysScrollAtBothWidths, PHONE, takePicture } from './browser.ts';
import { describePortal } from './portal.ts';

const DESCRIPTION = '**Twelve weeks**, on site in Manila.\n\n- No experience needed\n- Pay after you are hired';
const NAME = 'Full-stack, embedded';

async function snippetFor(portalUrl: string, batchId: string): Promise<string> {
  const document = await readFile('docs/embedding.md', 'utf8');
  const [, snippet = ''] = /```html\n([\s\S]*?)```/.exec(document) ?? [];
  const address = /https:\/\/portal\.example\.org\/embed\.html\?batchId=[\w-]+/;
  expect(snippet).toMatch(address);
  return snippet.replace(address, `${portalUrl}/embed.html?batchId=${batchId}`);
}

describePortal('an embedded program', (portal) => {
  let host: Server;
  let hostUrl: string;
  let owner: Client;
  let body = '';
  const ids = { open: '', hidden: '', closed: '' };

  beforeAll(async () => {
    host = createServer((_request, response) => {
      const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A site of its own</title><main><h1>Learn with us</h1>${body}</main>`;
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => host.once('listening', resolve));
    hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

    owner = createClient(portal.url);
    await owner.call('login', { body: { email: 'mia@bagwis.example', password: DEMO_PASSWORD } });
    const batch = async (details: object) => {
      const made = await owner.call('createBatch', {
        body: { name: NAME, description: DESCRIPTION, capacity: 20, ...details },
      });
      expect(made.status, JSON.stringify(made.problem)).toBe(200);
      return made.body._id;
    };
    ids.open = await batch({ status: 'Open', enableEmbedding: true, slug: 'embedded-one' });
    ids.hidden = await batch({ status: 'Open', enableEmbedding: false });
    ids.closed = await batch({ status: 'Closed', enableEmbedding: true });
    const target = { targetType: 'batch', targetId: ids.open, uploadType: 'bannerFile' } as const;
    const { body: bannerFile } = await owner.call('upload', {
      body: { file: new File([pngOf(1200, 400)], 'banner.png'), ...target },
    });
    const saved = await owner.call('changeBatch', { params: { id: ids.open }, body: { bannerFile } });
    expect(saved.body.bannerFile).toEqual(bannerFile);
  });
  afterAll(() => host.close());

  test('has a frame of its own height, and links to the form', async () => {
    body = await snippetFor(portal.url, ids.open);
    const visitor = await portal.visit({ viewport: PHONE });
    const { page } = visitor;
    await page.goto(`${hostUrl}/?utm_source=blog&utm_medium=post&utm_id=7&other=1`);
    const program = page.frameLocator('#program');
    await program.getByRole('heading', { name: NAME }).waitFor();
    await program.getByRole('listitem').filter({ hasText: 'Pay after you are hired' }).waitFor();
    await program.getByText(/^20 of 20 places left · open since \w+, \d+ \w+ \d{4}$/).waitFor();
    const image = program.locator('.banner');
    await expect.poll(() => image.evaluate('document.querySelector(".banner").naturalWidth')).toBe(1200);
    const inner = page.frames().find((frame) => frame.url().includes('/embed.html'));
    const isWhole = async () => {
      const height = await page.locator('#program').evaluate('document.getElementById("program").clientHeight');
      const needed = await inner?.evaluate('Math.ceil(document.querySelector("main").getBoundingClientRect().height)');
      return [height === needed, Number(needed) > 200];
    };
    await expect.poll(isWhole).toEqual([true, true]);
    await expectNoSidewaysScrollAtBothWidths(page);
    await expectAccessible(visitor, 'embedding');

    const opened = visitor.context.waitForEvent('page');
    await program.getByRole('link', { name: 'Apply' }).click();
    const form = await opened;
    await form.getByRole('region', { name: `Application for ${NAME}` }).waitFor();
    const address = new URL(form.url());
    expect([address.origin, address.pathname]).toEqual([portal.url, '/apply/bagwis/embedded-one']);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      utm_source: 'blog',
      utm_medium: 'post',
      utm_id: '7',
    });
    expect(address.searchParams.has('other')).toBe(false);
    expect(await form.evaluate('window.opener')).toBeNull();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('posts only its height to the embedding page, and reads no messages', async () => {
    body = `<script>told = []; addEventListener('message', ({ data }) => told.push(data))</script>
      <iframe id="program" title="Program" src="${portal.url}/embed.html?batchId=${ids.open}"></iframe>`;
    const visitor = await portal.visit();
    const { page } = visitor;
    await page.goto(hostUrl);
    const program = page.frameLocator('#program');
    await program.getByRole('link', { name: 'Apply' }).waitFor();
    await page.evaluate(`for (const text of ['{"type":"intake:height","height":1}', '<img onerror=harm()>'])
      document.getElementById('program').contentWindow.postMessage(text, '*')`);
    await expect.poll(() => page.evaluate('told.length')).toBeGreaterThan(0);
    const told = (await page.evaluate('told')) as object[];
    for (const message of told) {
      expect(message).toEqual({ type: 'intake:height', height: expect.any(Number) });
    }
    await program.getByRole('heading', { name: NAME }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('is blocked in a frame if the batch does not allow embedding, and says so outside of one', async () => {
    body = `<iframe id="program" title="Program" src="${portal.url}/embed.html?batchId=${ids.hidden}"></iframe>`;
    const visitor = await portal.visit({ viewport: PHONE });
    const { page } = visitor;
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(hostUrl);
    await refused;
    expect(await page.frameLocator('#program').getByText(NAME).count()).toBe(0);
    visitor.complaints.length = 0;

    await page.goto(`/embed.html?batchId=${ids.hidden}`);
    await page.getByRole('heading', { name: TEXTS.enroll.embeddingRefused }).waitFor();
    await expectAccessible(visitor, 'embedding-refused');
    const opened = visitor.context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open the program page' }).click();
    await (await opened).getByRole('heading', { name: NAME }).waitFor();
    for (const address of ['/embed.html', '/embed.html?batchId=nothing', `/embed.html?batchId=${ids.closed}`]) {
      await page.goto(address);
      await page.getByRole('link', { name: 'See other programs' }).waitFor();
      await page.getByRole('heading', { name: TEXTS.enroll.embeddingRefused }).waitFor();
      const way = await page.getByRole('link').boundingBox();
      expect(way?.height, 'large enough for a thumb').toBeGreaterThanOrEqual(44);
    }
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  test('says when it takes no applications, and retries when it could not be loaded', async () => {
    body = `<iframe id="program" title="Program" src="${portal.url}/embed.html?batchId=${ids.closed}&theme=dark"></iframe>`;
    const visitor = await portal.visit({ viewport: PHONE });
    const { page } = visitor;
    await page.goto(hostUrl);
    await page.frameLocator('#program').getByRole('heading', { name: TEXTS.enroll.notAccepting }).waitFor();

    await page.route('**/api/batches/**', (route) => route.abort());
    await page.goto(`/embed.html?batchId=${ids.open}&theme=dark`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await expectAccessible(visitor, 'embedding-failed');
    await page.unrouteAll();
    await again.click();
    await page.getByRole('heading', { name: NAME }).waitFor();
    await page.getByRole('listitem').first().waitFor();
    await takePicture(page, 'embedding-alone-dark');
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });
});
