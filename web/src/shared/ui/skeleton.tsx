import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './skeleton.module.css';

/** A grey place for what is still on its way. */
export function Bone({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={classes.bone} style={{ width, height }} aria-hidden />;
}

/** Says once that something loads, whatever the bones look like. */
export function Loading({
  children,
  label = 'Loading',
  isTall = false,
}: {
  children: ReactNode;
  label?: string;
  /** As high as the window, so that one can scroll to what will stand here. */
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

/** A heading and a few lines: the layout of a page that is not known yet. */
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
