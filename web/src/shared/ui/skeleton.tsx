import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './skeleton.module.css';

export function Bone({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={classes.bone} style={{ width, height }} aria-hidden />;
}

export function Loading({
  children,
  label = 'Loading',
  isTall = false,
}: {
  children: ReactNode;
  label?: string;
  isTall?: boolean;
}) {
  return (
    <div
      className={isTall ? `${classes.page} ${classes.tall}` : classes.page}
      role="status"
      aria-label={label}
      aria-busy
    >
      {children}
      <span className={classes.message} aria-hidden>
        {label}…
      </span>
    </div>
  );
}

export function PageSkeleton() {
  return (
    <Loading>
      <VisuallyHidden>
        <h1>Loading</h1>
      </VisuallyHidden>
      <Bone width="60%" height="2.5rem" />
      <Bone width="85%" />
      <Bone height="9rem" />
      <Bone height="9rem" />
    </Loading>
  );
}
