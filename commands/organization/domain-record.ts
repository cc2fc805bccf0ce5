import { createHash } from 'node:crypto';

/** The DNS record that proves an organization's domain. */
export interface DomainRecord {
  readonly name: string;
  readonly type: 'TXT';
  readonly value: string;
}

const TOKEN_LENGTH = 32;

/**
 * Below the domain, because a CNAME at the domain allows no other record (RFC 1034 §3.6.2). The token is the
 * organization's own.
 */
export const domainRecordOf = (organizationId: string, domain: string): DomainRecord => ({
  name: `_intake.${domain}`,
  type: 'TXT',
  value: `intake-verification=${createHash('sha256').update(`intake domain ${organizationId}`).digest('hex').slice(0, TOKEN_LENGTH)}`,
});
