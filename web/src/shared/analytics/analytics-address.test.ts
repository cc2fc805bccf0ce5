import { describe, expect, test } from 'vitest';
import { countedAddress, countedReferrer } from './analytics-address.ts';

const HOME = 'https://portal.example';
const told = (path: string, search = '') => countedAddress(HOME, path, search)?.slice(HOME.length) ?? null;

describe('what is told to the services that count visits', () => {
  test('a program’s page and the campaign that led there', () => {
    expect(told('/batch/full-stack')).toBe('/batch/full-stack');
    expect(told('/apply/bagwis/full-stack', '?utm_source=mail&utm_medium=june')).toBe(
      '/apply/bagwis/full-stack?utm_source=mail&utm_medium=june',
    );
    expect(told('/enroll', '?batchId=7&fbclid=x')).toBe('/enroll?batchId=7&fbclid=x');
  });

  test('no id of an application, and no parameter that is nobody’s campaign', () => {
    expect(told('/application/2b0c')).toBe('/application');
    expect(told('/applications/2b0c/assessments/91')).toBe('/applications');
    expect(told('/', '?organizationId=4&name=Ada&utm_term=x')).toBe('/?utm_term=x');
    expect(told('/login', '?next=%2Fapplication%2F2b0c')).toBe('/login');
  });

  test('nothing of a page with a token or an email in its address, of an account, or of staff', () => {
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

  test('the site that a visit came from, not its page, and never a page of ours', () => {
    expect(countedReferrer(HOME, 'https://news.example/story?reader=ada')).toBe('https://news.example/');
    expect(countedReferrer(HOME, `${HOME}/passwordReset?token=abc`)).toBe('');
    expect(countedReferrer(HOME, '')).toBe('');
  });
});
