import classes from './application-panel.module.css';

export function SavedNote({ isShown }: { isShown: boolean }) {
  return (
    <span role="status" className={classes.quiet}>
      {isShown && 'Saved a moment ago'}
    </span>
  );
}
