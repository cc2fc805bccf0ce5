import { expect, test } from 'vitest';
import { decisionContext, OPERATOR, specify } from '../../test/support/specification.ts';
import type { FieldError } from '../event-sourcing/decision.ts';
import { keptUntil, PROOF_GRACE_DAYS, servedDomain, UPGRADE_GRACE_DAYS } from './domain-proof.ts';
import type { OrganizationEvent } from './events.ts';
import { type OrganizationCommand, organization } from './organization.ts';

const given = specify(organization);
const DOMAIN = 'apply.bagwis.example';
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Bagwis', slug: 'bagwis', timeZone: 'UTC' },
};
const changed = (fullDomain: string | null): OrganizationEvent => ({
  type: 'OrganizationDetailsChanged',
  data: { changes: { fullDomain } },
});
const of = (
  type: 'DomainRequested' | 'DomainProven' | 'DomainProofMissing' | 'DomainLost',
  domain = DOMAIN,
): OrganizationEvent => ({ type, data: { domain } });
const requested = [created, of('DomainRequested'), changed(DOMAIN)] as const;
const wanting = (fullDomain: string | null): OrganizationCommand => ({
  type: 'ChangeDetails',
  data: { changes: { fullDomain } },
});
const check = (isFound: boolean, domain = DOMAIN): OrganizationCommand => ({
  type: 'RecordDomainCheck',
  data: { domain, isFound },
});
const START = Date.parse('2026-03-01T09:00:00.000Z');
const decidedAfter = (events: readonly OrganizationEvent[], isFound: boolean, days: number) => {
  const at = new Date(START + days * 86_400_000).toISOString();
  const decision = organization.decide(check(isFound), given(...events).state, decisionContext(at, OPERATOR));
  return decision.ok ? decision.value : (decision.rejection.errors as readonly FieldError[]);
};

test('a domain that is set is pending until its record is found', () => {
  given(created).when(wanting(DOMAIN)).then(of('DomainRequested'), changed(DOMAIN));
  const pending = given(...requested);
  expect(servedDomain(pending.state)).toBeNull();
  expect(pending.state.domain).toMatchObject({ name: DOMAIN, state: 'pending' });
  pending.when(check(false)).then();
  pending.when(check(true)).then(of('DomainProven'));
  const proven = given(...requested, of('DomainProven'));
  expect(servedDomain(proven.state)).toBe(DOMAIN);
  proven.when(check(true)).then();
});

test('another domain starts again, and so does the same one after it was cleared', () => {
  const proven = [...requested, of('DomainProven')] as const;
  given(...proven)
    .when(wanting('www.bagwis.example'))
    .then(of('DomainRequested', 'www.bagwis.example'), changed('www.bagwis.example'));
  const cleared = given(...proven, changed(null));
  expect(cleared.state.domain).toBeNull();
  const again = given(...proven, changed(null), of('DomainRequested'), changed(DOMAIN));
  expect(servedDomain(again.state)).toBeNull();
  again.when(check(true, 'www.bagwis.example')).then();
});

test('a proven domain without its record serves for a grace period, then is pending', () => {
  const proven = [...requested, of('DomainProven')] as const;
  expect(decidedAfter(proven, false, 1)).toEqual([of('DomainProofMissing')]);
  const missing = [...proven, of('DomainProofMissing')] as const;
  const { state } = given(...missing);
  expect(servedDomain(state)).toBe(DOMAIN);
  expect(state.domain && keptUntil(state.domain)).toBe('2026-03-08T09:04:00.000Z');
  expect(decidedAfter(missing, false, PROOF_GRACE_DAYS)).toEqual([]);
  expect(decidedAfter(missing, true, PROOF_GRACE_DAYS)).toEqual([of('DomainProven')]);
  expect(decidedAfter(missing, false, PROOF_GRACE_DAYS + 1)).toEqual([of('DomainLost')]);
  const lost = given(...missing, of('DomainLost'));
  expect(servedDomain(lost.state)).toBeNull();
  lost.when(check(true)).then(of('DomainProven'));
});

test('a domain that was set before proofs existed keeps serving, with a longer grace period', () => {
  const before = [created, changed(DOMAIN)] as const;
  expect(servedDomain(given(...before).state)).toBe(DOMAIN);
  expect(decidedAfter(before, true, 1)).toEqual([of('DomainProven')]);
  expect(decidedAfter(before, false, 1)).toEqual([of('DomainProofMissing')]);
  const missing = [...before, of('DomainProofMissing')] as const;
  expect(decidedAfter(missing, false, UPGRADE_GRACE_DAYS)).toEqual([]);
  expect(decidedAfter(missing, false, UPGRADE_GRACE_DAYS + 1)).toEqual([of('DomainLost')]);
  expect(decidedAfter([...before, of('DomainProven')], false, 1)).toEqual([of('DomainProofMissing')]);
});
