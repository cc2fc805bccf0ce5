import classes from './application-panel.module.css';

/** Says that a change has arrived, to the eye and to screen readers alike. */
export function SavedNote({ isShown }: { isShown: boolean }) {
  return (
    <span role="status" className={classes.quiet}>
      {isShown && 'Saved a moment ago'}
    </span>
  );
}
