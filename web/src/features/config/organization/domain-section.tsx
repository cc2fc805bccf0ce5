import { Button, CopyButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { can } from '../../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call } from '../../../shared/api/calls.ts';
import { Moment } from '../../../shared/dates/dates.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { useActor } from '../../../shared/session/session.ts';
import { Notice, Problem } from '../../../shared/ui/notice.tsx';
import classes from './organization.module.css';
import { organizationConfigQuery } from './queries.ts';

/** The DNS record of the saved domain, whether it was found, and *Check now*. */
export function DomainSection({ organization }: { organization: Organization }) {
  const client = useQueryClient();
  const { _id: id, fullDomain, fullDomainState, fullDomainRecord: record, fullDomainKeptUntil } = organization;
  const canCheck = can(useActor(), 'organization.write', { organizationId: id });
  const check = useMutation({
    mutationFn: () => call('POST /api/organizations/{id}/verifyDomain', { params: { id } }),
    onSuccess: (answer) => client.setQueryData(organizationConfigQuery(id).queryKey, answer),
  });
  if (!fullDomain || !record) return null;
  return (
    <section className={documents.preview} aria-label="Your domain">
      <h3>Your domain</h3>
      {fullDomainKeptUntil ? (
        <Notice meaning="problem">
          The DNS record of {fullDomain} is gone. The domain stops working on <Moment at={fullDomainKeptUntil} /> unless
          the record returns.
        </Notice>
      ) : fullDomainState === 'proven' ? (
        <Notice meaning="good">{fullDomain} is verified. Keep its DNS record.</Notice>
      ) : (
        <Notice meaning="attention">{fullDomain} is waiting for its DNS record.</Notice>
      )}
      <p className={documents.quiet}>{TEXTS.schoolEditor.recordHelp}</p>
      <dl className={classes.record}>
        <dt>Type</dt>
        <dd>{record.type}</dd>
        <dt>Name</dt>
        <dd>
          <code>{record.name}</code> {canCheck && <Copy label="Copy the name" value={record.name} />}
        </dd>
        <dt>Value</dt>
        <dd>
          <code>{record.value}</code> {canCheck && <Copy label="Copy the value" value={record.value} />}
        </dd>
      </dl>
      {canCheck && (
        <>
          <Button
            className={classes.action}
            variant="default"
            size="sm"
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            Check now
          </Button>
          <Problem error={check.error} />
        </>
      )}
    </section>
  );
}

function Copy({ label, value }: { label: string; value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-sm" aria-label={copied ? undefined : label} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  );
}
