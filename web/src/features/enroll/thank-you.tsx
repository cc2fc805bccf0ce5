import { Button, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import type { Submitted } from '../../shared/session/submitted.ts';
import classes from './enroll.module.css';

export function ThankYou({
  submitted,
  isSignedIn,
  isByEmail,
  children,
}: {
  submitted: Submitted;
  isSignedIn: boolean;
  /** The way to the application is the link in the email. */
  isByEmail: boolean;
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.stack}>
      <Title order={1} ref={heading} tabIndex={-1}>
        {TEXTS.enroll.thankYou}
      </Title>
      <p style={{ margin: 0 }}>
        We have received your application
        {submitted.trackingNumber !== null && (
          <>
            , reference <strong className={classes.reference}>{submitted.trackingNumber}</strong>
          </>
        )}
        . We have emailed a confirmation to <strong>{submitted.email}</strong>.{' '}
        {isByEmail ? TEXTS.enrolling.openEmail : TEXTS.enrolling.nextStepsThere}
      </p>
      {children}
      {isSignedIn && (
        <Button component={Link} to={pagePath('application', { applicationId: submitted._id })}>
          {TEXTS.enroll.viewMyApplication}
        </Button>
      )}
    </div>
  );
}
