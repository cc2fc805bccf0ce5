import { expect, test } from 'vitest';
import { linkTo } from './links.ts';

const site = {
  publicUrl: new URL('https://portal.example'),
  baseDomain: 'schools.example',
  isLocal: false,
  isTrial: false,
};
const organization = { _id: 'org-1', slug: 'bagwis', subdomain: null, servedDomain: null };

test("a link leads to the organization's own domain, else below the base domain, else to the portal with its name", () => {
  const path = '/application/7?tab=x';
  const to = (names: object) => linkTo(site, { ...organization, ...names }, path);
  expect(to({ servedDomain: 'apply.bagwis.example', subdomain: 'b' })).toBe(
    'https://apply.bagwis.example/application/7?tab=x',
  );
  expect(to({ subdomain: 'b' })).toBe('https://b.schools.example/application/7?tab=x');
  expect(to({})).toBe('https://portal.example/application/7?tab=x&organizationId=org-1');
  expect(linkTo(site, null, '/verifyEmail?token=t')).toBe('https://portal.example/verifyEmail?token=t');
});

test('without a base domain a subdomain leads nowhere, so the portal is named', () => {
  const link = linkTo({ ...site, baseDomain: null }, { ...organization, subdomain: 'b' }, '/');
  expect(link).toBe('https://portal.example/?organizationId=org-1');
});
