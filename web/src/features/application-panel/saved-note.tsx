import classes from './application-panel.module.css';

/** Confirms a save, also to screen readers. */
export function SavedNote({ isShown }: { isShown: boolean }) {
  return (
    <span role="status" className={classes.quiet}>
      {isShown && 'Saved a moment ago'}
    </span>
  );
}
