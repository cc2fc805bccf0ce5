import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { call } from '../../../shared/api/calls.ts';
import { once } from '../../../shared/browser/once.ts';
import documents from '../../../shared/editor/documents.module.css';
import { Notice, Problem } from '../../../shared/ui/notice.tsx';
import classes from './organization.module.css';

const TESTS = [
  { name: 'POST /api/organizations/{id}/testMail', label: 'Send a test email to me' },
  { name: 'POST /api/organizations/{id}/testCalendly', label: 'Test the Calendly token' },
] as const;

/** Tests of the saved keys. */
export function Connections({ organization }: { organization: Organization }) {
  return (
    <section className={documents.preview} aria-label="Test the connections">
      <h3>Test the connections</h3>
      <p className={documents.quiet}>The tests use what is saved.</p>
      {TESTS.map((test) => (
        <Test key={test.name} organizationId={organization._id} {...test} />
      ))}
    </section>
  );
}

function Test({ organizationId: id, name, label }: (typeof TESTS)[number] & { organizationId: string }) {
  const test = useMutation({ mutationFn: () => call(name, { params: { id } }) });
  return (
    <>
      <Button
        className={classes.action}
        variant="default"
        size="sm"
        loading={test.isPending}
        onClick={once(() => test.mutate())}
      >
        {label}
      </Button>
      {test.data && !test.isPending && (
        <Notice meaning="good" role="status">
          {test.data.message}
        </Notice>
      )}
      <Problem error={test.error} />
    </>
  );
}
