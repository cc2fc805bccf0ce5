import { describe, expect, test } from 'vitest';
import { countedAddress, countedReferrer } from './analytics-address.ts';

const HOME = 'https://portal.example';
const told = (path: string, search = '') => countedAddress(HOME, path, search)?.slice(HOME.length) ?? null;

describe('what analytics services get', () => {
  test("the address of a program's page with its campaign", () => {
    expect(told('/batch/full-stack')).toBe('/batch/full-stack');
    expect(told('/apply/bagwis/full-stack', '?utm_source=mail&utm_medium=june')).toBe(
      '/apply/bagwis/full-stack?utm_source=mail&utm_medium=june',
    );
    expect(told('/enroll', '?batchId=7&fbclid=x')).toBe('/enroll?batchId=7&fbclid=x');
  });

  test('no application ids and no parameters other than campaigns', () => {
    expect(told('/application/2b0c')).toBe('/application');
    expect(told('/applications/2b0c/assessments/91')).toBe('/applications');
    expect(told('/', '?organizationId=4&name=Ada&utm_term=x')).toBe('/?utm_term=x');
    expect(told('/login', '?next=%2Fapplication%2F2b0c')).toBe('/login');
  });

  test('nothing of pages with a token or an email in their address, of accounts, or of staff pages', () => {
    for (const [path, search] of [
      ['/passwordReset', ''],
      ['/verifyEmail', '?token=abc'],
      ['/invite', '?token=abc&proof=def'],
      ['/login', '?next=%2Finvite%3Ftoken%3Dabc'],
      ['/enroll', '?utm_content=ada@example.com'],
      ['/enroll', '?utm_content=ada%40example.com'],
      ['/account', ''],
      ['/admin/dashboard', ''],
    ] as const) {
      expect(told(path, search), path + search).toBeNull();
    }
  });

  test('the origin of a referring site, and never a page of the portal', () => {
    expect(countedReferrer(HOME, 'https://news.example/story?reader=ada')).toBe('https://news.example/');
    expect(countedReferrer(HOME, `${HOME}/passwordReset?token=abc`)).toBe('');
    expect(countedReferrer(HOME, '')).toBe('');
  });
});
