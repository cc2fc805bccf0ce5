import { Button, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './assessment.module.css';

function webAddress(url: string | null): URL | null {
  const address = url === null ? null : URL.parse(url);
  return address !== null && /^https?:$/.test(address.protocol) ? address : null;
}

export function External({ assessment, email }: { assessment: Assessment; email: string | null }) {
  const address = webAddress(assessment.externalAssessmentUrl);
  return (
    <section className={classes.part} aria-labelledby="elsewhere">
      <Title order={2} size="h3" id="elsewhere">
        On another site
      </Title>
      {address ? (
        <>
          <p>
            This assessment is taken on <strong>{address.host}</strong>, in a new tab.
            {email && (
              <>
                {' '}
                Use the email of your application there, <strong>{email}</strong>, so that we recognize your result.
              </>
            )}
          </p>
          <Button
            component="a"
            href={address.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            rightSection={<IconExternalLink size={18} aria-hidden />}
          >
            Open the assessment
          </Button>
        </>
      ) : (
        <p>We do not have its address yet. Please reply to one of our emails, and we will send it to you.</p>
      )}
      <Notice>No result has been reported yet. It will appear here automatically.</Notice>
    </section>
  );
}
