import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FileReference } from '../../api/contract/values.ts';
import { createLogger } from '../../api/logging/logging.ts';
import { type Extension, FILE_LIMIT_BYTES, MEDIA_TYPES } from '../../domain/file/media-types.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { adaptersUnderTest, describeEmbedded } from '../support/adapters.ts';
import type { Client } from '../support/client.ts';
import { pngHeader } from '../support/picture-headers.ts';
import { SAMPLE_FILES } from '../support/sample-files.ts';
import { applied, createSchool, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let school: School;
const errorLines: string[] = [];
let other: School;
beforeAll(async () => {
  const logger = createLogger('error', {
    write: (line) => {
      errorLines.push(line);
    },
  });
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, logger });
  school = await createSchool(server, 'file-school');
  other = await createSchool(server, 'other-school');
});
afterAll(() => server.close());

const failed = (field: string, file: string) => TEXTS.forms.uploadFailed(field, file);

const answer = (client: Client, name: string, bytes: Uint8Array<ArrayBuffer> | string, fileName?: string) =>
  client.call('dynamicUpload', {
    body: {
      uploaderEmail: 'ada@example.com',
      uploadType: 'CV',
      file: new File([bytes], name),
      ...(fileName === undefined ? {} : { fileName }),
    },
  });
const visitor = () => server.client({ organizationId: school.organizationId });
const bannerOf = (client: Client, targetId: string, file = new File([SAMPLE_FILES.png], 'banner.png')) =>
  client.call('upload', { body: { targetType: 'batch', targetId, uploadType: 'bannerFile', file } });

const fetched = (client: Client, { fileId, fileName }: FileReference, headers = {}, method = 'GET') =>
  client.raw({ method, path: `/api/download/${fileId}/${encodeURIComponent(fileName)}`, headers });
const statusOf = async (client: Client, reference: FileReference) => (await fetched(client, reference)).status;

describe('what may be uploaded', () => {
  test.each(Object.keys(MEDIA_TYPES) as Extension[])(
    '%s comes back as it was sent, under a fixed type',
    async (extension) => {
      const { status, body } = await answer(school.staff.Owner, `Zoë (1).${extension}`, SAMPLE_FILES[extension]);
      expect([status, body.fileName]).toEqual([200, `Zoë (1).${extension}`]);
      const response = await fetched(school.staff.Owner, body);
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(SAMPLE_FILES[extension]);
      const { mediaType, isPicture } = MEDIA_TYPES[extension];
      const { headers } = response;
      expect(headers.get('content-type')?.split(';')[0]).toBe(mediaType);
      expect(headers.get('content-disposition')).toBe(
        `${isPicture ? 'inline' : 'attachment'}; filename="Zoe (1).${extension}"; filename*=UTF-8''Zo%C3%AB%20%281%29.${extension}`,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; sandbox/);
      expect(headers.get('cache-control')).toBe('private, no-store');
    },
  );

  test.each([
    ['cv.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['cv.html', '<p>'],
    ['cv', 'text'],
    ['cv.pdf.exe', SAMPLE_FILES.pdf],
    ['cv.png', SAMPLE_FILES.pdf],
    ['cv.pdf', '<script>alert(1)</script>'],
    ['cv.docx', SAMPLE_FILES.zip],
    ['cv.txt', SAMPLE_FILES.zip],
    ['cv.csv', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['cv.png', ''],
  ] as const)('%s with other content is refused by name', async (name, bytes) => {
    const { status, problem } = await answer(visitor(), name, bytes);
    expect([status, problem.message]).toEqual([422, failed('CV', name)]);
  });

  test('one byte less than 2 MB is stored, 2 MB and more are refused', async () => {
    const sized = (size: number) => Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(size - SAMPLE_FILES.pdf.length)]);
    const fits = await answer(visitor(), 'cv.pdf', sized(FILE_LIMIT_BYTES - 1));
    expect(fits.status).toBe(200);
    for (const size of [FILE_LIMIT_BYTES, 3_000_000, 7_500_000]) {
      const { status, problem } = await answer(visitor(), 'cv.pdf', sized(size));
      expect([status, problem.message], String(size)).toEqual([413, failed('CV', 'cv.pdf')]);
    }
    const { status } = await answer(visitor(), 'cv.pdf', sized(20_000_000));
    expect(status).toBe(413);
  });

  test('a large file comes back as it was sent, also where it looks like the end of its part', async () => {
    const piece = Buffer.from(`\r\n--b\r\n--bound\r\n${'x'.repeat(3_000)}\r\n--boundar`);
    const large = Buffer.alloc(1_500_000, piece);
    SAMPLE_FILES.pdf.copy(large);
    const part = (name: string, more = '') =>
      Buffer.from(`--boundary\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`);
    const end = Buffer.from('\r\n--boundary--\r\n');
    const response = await school.staff.Owner.raw({
      method: 'POST',
      path: `/api/dynamicUpload?organizationId=${school.organizationId}`,
      headers: { 'Content-Type': 'multipart/form-data; boundary=boundary' },
      body: Buffer.concat([part('file', '; filename="a.pdf"'), large, end]),
    });
    expect(response.status).toBe(200);
    const stored = await fetched(school.staff.Owner, (await response.json()) as FileReference);
    expect(Buffer.from(await stored.arrayBuffer()).equals(large)).toBe(true);
  });

  test('a name with a path, line breaks or hidden characters becomes a plain one', async () => {
    for (const [sent, kept] of [
      ['../../etc/passwd.pdf', 'passwd.pdf'],
      ['C:\\fakepath\\cv.pdf', 'cv.pdf'],
      ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
      ['cv\u202Efdp.pdf', 'cvfdp.pdf'],
    ] as const) {
      const { body } = await answer(school.staff.Owner, 'x.pdf', SAMPLE_FILES.pdf, sent);
      expect(body.fileName).toBe(kept);
      const { headers } = await fetched(school.staff.Owner, body);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  test('a picture that everybody sees has at most 25 million pixels, which its header tells', async () => {
    const { Owner } = school.staff;
    const banner = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
      bannerOf(Owner, school.batches.Open, new File([bytes], name));
    expect((await banner(pngHeader(5000, 5000), 'large.png')).status).toBe(200);
    const huge = await banner(pngHeader(30_000, 30_000), 'huge.png');
    const message = TEXTS.files.tooManyPixels({ width: 30_000, height: 30_000 });
    expect([huge.status, huge.problem.message]).toEqual([422, message]);
    const sizeless = await banner(SAMPLE_FILES.jpeg, 'sizeless.jpeg');
    expect([sizeless.status, sizeless.problem.message]).toEqual([422, failed('bannerFile', 'sizeless.jpeg')]);
  });

  test('pictures that everybody sees are pictures', async () => {
    const pdf = new File([SAMPLE_FILES.pdf], 'banner.pdf');
    const { status, problem } = await bannerOf(school.staff.Owner, school.batches.Open, pdf);
    expect([status, problem.message]).toEqual([422, failed('bannerFile', 'banner.pdf')]);
    const unknown = await school.staff.Owner.call('upload', {
      body: { targetType: 'batch', targetId: school.batches.Open, uploadType: 'logoFile', file: pdf },
    });
    expect([unknown.status, unknown.problem.errors?.[0]?.field]).toEqual([422, 'uploadType']);
  });
});

describe('how an upload may go wrong', () => {
  const post = (body: string | Uint8Array, type: string) =>
    visitor().raw({
      method: 'POST',
      path: `/api/dynamicUpload?organizationId=${school.organizationId}`,
      headers: { 'Content-Type': type },
      body,
    });
  const part = (name: string, more = '', value = 'x') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const FORM = 'multipart/form-data; boundary=b';

  test('what is no form with one file is refused', async () => {
    const file = part('file', '; filename="a.txt"');
    for (const [body, type, status] of [
      ['{}', 'application/json', 415],
      ['x', 'multipart/form-data', 400],
      ['', FORM, 400],
      ['nothing of the kind', FORM, 400],
      [file, FORM, 400],
      [`${part('uploadType')}--b--\r\n`, FORM, 400],
      [`${file}${file}--b--\r\n`, FORM, 400],
      [`${part('other', '; filename="a.txt"')}--b--\r\n`, FORM, 400],
      [`${Array.from({ length: 40 }, (_, n) => part(`f${n}`)).join('')}${file}--b--\r\n`, FORM, 413],
      [`${part('uploadType', '', 'x'.repeat(10_000))}${file}--b--\r\n`, FORM, 413],
      [`${part('uploadType', '', 'A\0B')}${file}--b--\r\n`, FORM, 422],
      [`${part('__proto__', '', 'x')}${file}--b--\r\n`, FORM, 200],
    ] as const) {
      const response = await post(body, type);
      expect(response.status, `${type} ${body.slice(0, 200)}`).toBe(status);
    }
  });

  test('a form that is cut, doubled or scrambled anywhere is answered, and never with a 500', async () => {
    const whole = Buffer.from(`${part('uploadType')}${part('file', '; filename="a.txt"', 'x'.repeat(300))}--b--\r\n`);
    const at = fc.nat(whole.length - 1);
    const damaged = fc.oneof(
      at.map((end) => whole.subarray(0, end)),
      fc.tuple(at, fc.nat(255)).map(([place, byte]) => {
        const copy = Buffer.from(whole);
        copy[place] = byte;
        return copy;
      }),
      fc.tuple(at, at).map(([from, to]) => Buffer.concat([whole.subarray(0, from), whole.subarray(to)])),
      fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(damaged, async (body) => {
        const response = await post(new Uint8Array(body), FORM);
        await response.text();
        expect([200, 400, 413, 422], body.toString('latin1')).toContain(response.status);
      }),
      // The form parser does not use the stores.
      { numRuns: adaptersUnderTest() === 'servers' ? 30 : 300 },
    );
  });

  test('a person without permission learns nothing about what was wrong', async () => {
    for (const [client, status] of [
      [visitor(), 401],
      [school.staff.Viewer, 403],
      [other.staff.Owner, 404],
    ] as const) {
      expect((await bannerOf(client, school.batches.Draft, new File(['x'], 'x.exe'))).status).toBe(status);
    }
    const absent = await bannerOf(school.staff.Owner, crypto.randomUUID());
    const theirs = await bannerOf(school.staff.Owner, other.batches.Draft);
    expect([theirs.status, theirs.problem]).toEqual([absent.status, absent.problem]);
    expect(theirs.status).toBe(404);
  });

  test('an upload that breaks off leaves nothing', async () => {
    const { files } = server.running.composition.stores;
    const before = await files.list({ limit: 1_000 });
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(
      `POST /api/dynamicUpload?organizationId=${school.organizationId} HTTP/1.1\r\nHost: localhost:${port}\r\n` +
        `Content-Type: ${FORM}\r\nContent-Length: 1000000\r\n\r\n${part('file', '; filename="a.txt"')}`,
    );
    await vi.waitUntil(async () => (await server.running.connections()) > 0, 20_000);
    socket.destroy();
    expect((await answer(visitor(), 'next.pdf', SAMPLE_FILES.pdf)).status).toBe(200);
    expect(await files.list({ limit: 1_000 })).toHaveLength(before.length + 1);
  });

  test('many at once are all stored, each under its own id', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `cv ${index}.pdf`);
    const uploaded = await Promise.all(names.map((name) => answer(visitor(), name, SAMPLE_FILES.pdf)));
    expect(uploaded.map(({ body }) => body.fileName)).toEqual(names);
    expect(new Set(uploaded.map(({ body }) => body.fileId)).size).toBe(names.length);
  });

  test('a retry under one key stores one file; another file under it is refused', async () => {
    const headers = { 'Idempotency-Key': 'one-upload' };
    const send = (bytes: string) =>
      school.staff.Owner.call('dynamicUpload', {
        headers,
        body: { uploadType: 'CV', file: new File([bytes], 'a.txt') },
      });
    const first = await send('first');
    expect((await send('first')).body).toEqual(first.body);
    expect((await send('second')).status).toBe(422);
    expect(await (await fetched(school.staff.Owner, first.body)).text()).toBe('first');
  });
});

describe('who may read and delete', () => {
  test('pictures of organizations and batches are everybody’s', async () => {
    const { body } = await bannerOf(school.staff.Admin, school.batches.Open);
    for (const client of [visitor(), server.client(), other.staff.Owner]) {
      const response = await fetched(client, body);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=86400']);
    }
  });

  test('an applicant’s file is read by its applicant, Owner and Admin, and not found by others', async () => {
    const { client, applicationId } = await applied(server, school);
    const stranger = (await applied(server, school)).client;
    const { body: file } = await answer(client, 'cv.pdf', SAMPLE_FILES.pdf);
    const { Owner, Admin, Viewer } = school.staff;
    for (const [reader, status] of [
      [client, 200],
      [Owner, 200],
      [Admin, 200],
      [Viewer, 403],
      [stranger, 404],
      [other.staff.Owner, 404],
      [visitor(), 401],
    ] as const) {
      expect(await statusOf(reader, file)).toBe(status);
      const absent = await statusOf(reader, { fileId: crypto.randomUUID(), fileName: 'x' });
      expect(absent).toBe(status === 401 ? 401 : 404);
    }
    expect(applicationId).toEqual(expect.any(String));
  });

  test('a range, a condition or a HEAD changes nothing of what is sent', async () => {
    const { body: file } = await answer(school.staff.Owner, 'cv.pdf', SAMPLE_FILES.pdf);
    for (const Range of ['bytes=0-3', 'bytes=5-', 'bytes=-1', 'bytes=0-0,2-3', 'bytes=9999-', 'lines=1']) {
      const response = await fetched(school.staff.Owner, file, { Range });
      expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, 'none']);
      expect((await response.arrayBuffer()).byteLength).toBe(SAMPLE_FILES.pdf.length);
    }
    const head = await fetched(school.staff.Owner, file, {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(SAMPLE_FILES.pdf.length));
  });

  test('a person who may write there deletes a file without references, and it is gone', async () => {
    const { Admin, Viewer } = school.staff;
    const { body: file } = await bannerOf(Admin, school.batches.Open);
    const remove = (client: Client) => client.call('deleteFile', { params: { fileId: file.fileId } });
    expect((await remove(visitor())).status).toBe(401);
    expect((await remove(Viewer)).status).toBe(403);
    expect((await remove(other.staff.Owner)).status).toBe(404);
    const deleted = await remove(Admin);
    expect([deleted.status, deleted.body]).toEqual([200, { message: TEXTS.files.deleted }]);
    expect((await remove(Admin)).status).toBe(404);
    expect(await statusOf(Admin, file)).toBe(404);
    expect(await server.running.composition.stores.files.get(file.fileId)).toBeUndefined();
  });
});

describeEmbedded('a file that is damaged on the disk', () => {
  test('is not delivered: its reader learns whom to contact, and one line of the log names it', async () => {
    const { body: file } = await answer(school.staff.Owner, 'cv.pdf', SAMPLE_FILES.pdf);
    await writeFile(join(server.dataDir, 'files', file.fileId.slice(0, 2), file.fileId), 'damaged');
    errorLines.length = 0;
    const response = await fetched(school.staff.Owner, file);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300']);
    expect(await response.json()).toMatchObject({
      message: 'This file cannot be delivered right now, because the stored copy is damaged. Please tell the school.',
    });
    expect(errorLines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        fileId: file.fileId,
        requestId: response.headers.get('x-request-id'),
        msg: `The file ${file.fileId} is damaged, and was requested. Run "intake verify" for details`,
      }),
    ]);
    expect((await fetched(other.staff.Owner, file)).status).toBe(404);
  });
});
