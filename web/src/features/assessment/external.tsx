import { Button, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { Assessment } from '../../../../api/contract/assessments.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
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
            You take this assessment on <strong>{address.host}</strong>, in a new tab.
            {email && (
              <>
                {' '}
                Use the email address of your application, <strong>{email}</strong>, so that we can match your result.
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
        <p>{TEXTS.assessing.noLinkYet}</p>
      )}
      <Notice>{TEXTS.assessing.noResultYet}</Notice>
    </section>
  );
}
