import { expect, test } from 'vitest';
import { matchPage, PAGES, type PageName, pagePath } from './pages.ts';

const NAMES = Object.keys(PAGES) as PageName[];
const pagesAt = (path: string) => NAMES.filter((name) => matchPage(name, path) !== null);

test('what fills a parameter stays one segment', () => {
  expect(pagePath('assessment', { applicationId: 'a/b?c', assessmentId: '2' })).toBe(
    '/applications/a%2Fb%3Fc/assessments/2',
  );
  expect(pagePath('config')).toBe('/admin/config');
});

test.each([
  ['/', ['home']],
  ['/Enroll/', ['enroll']],
  ['/apply/bagwis', ['applyTo']],
  ['/apply/bagwis/full-stack/', ['applyToBatch']],
  ['/application/1', ['application']],
  ['/applications/1/assessments/2', ['assessment']],
  ['/admin/config', ['config']],
  ['/admin/config/payment-models/3', ['config']],
  ['/admin/reports', ['reports']],
  ['/admin/reports/funnel', ['reports']],
  ['/admin/configuration', []],
  ['/applications/1', []],
  ['/enroll/bagwis', []],
  ['//enroll', []],
  ['/apply//', []],
])('the router shows %s as %j', (path, names) => {
  expect(pagesAt(path)).toEqual(names);
});

test('parameters are read out of a path', () => {
  expect(matchPage('applyToBatch', '/apply/bagwis/full-stack')).toEqual({
    organization: 'bagwis',
    batch: 'full-stack',
  });
});
