import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call } from '../../../shared/api/calls.ts';
import { once } from '../../../shared/browser/once.ts';
import documents from '../../../shared/editor/documents.module.css';
import { SendAgain } from '../../../shared/session/send-again.tsx';
import { useUser } from '../../../shared/session/session.ts';
import { Notice, Problem } from '../../../shared/ui/notice.tsx';
import classes from './organization.module.css';

const TEST_EMAIL = { name: 'POST /api/organizations/{id}/testMail', label: 'Send a test email to me' } as const;
const TEST_CALENDLY = { name: 'POST /api/organizations/{id}/testCalendly', label: 'Test the Calendly token' } as const;

/** Tests of the saved keys. */
export function Connections({ organization: { _id } }: { organization: Organization }) {
  const { data: user } = useUser();
  return (
    <section className={documents.preview} aria-label="Test the connections">
      <h3>Test the connections</h3>
      <p className={documents.quiet}>{TEXTS.schoolEditor.testsUseSaved}</p>
      {user && !user.emailVerified ? (
        <SendAgain>{TEXTS.emailTemplates.testUnproven}</SendAgain>
      ) : (
        <Test organizationId={_id} {...TEST_EMAIL} />
      )}
      <Test organizationId={_id} {...TEST_CALENDLY} />
    </section>
  );
}

function Test({
  organizationId: id,
  name,
  label,
}: (typeof TEST_EMAIL | typeof TEST_CALENDLY) & { organizationId: string }) {
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
