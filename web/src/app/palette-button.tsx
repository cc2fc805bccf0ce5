import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { matchPage } from '../../../domain/values/pages.ts';
import { noteRecentApplicant, recentApplicants } from '../shared/applicants/recent-applicants.ts';
import { useIsHydrated } from '../shared/browser/hydrated.ts';
import { whenIdle } from '../shared/browser/idle.ts';
import { useOrganization } from '../shared/organization/organization.ts';
import { useUser } from '../shared/session/session.ts';
import classes from './shell.module.css';

const load = () => import('./staff-palette.tsx');
const Palette = lazy(async () => ({ default: (await load()).StaffPalette }));

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** On Apple devices Ctrl+K deletes to the end of the line. */
const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;

/** For staff on every page: opens the command palette, as its shortcut does. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const { data: organization } = useOrganization();
  const isMac = useIsHydrated() && isApple();
  const userId = useUser().data?._id;
  const applicationId = matchPage('application', useLocation().pathname)?.applicationId;
  const [recentIds, setRecentIds] = useState<readonly string[]>([]);
  useEffect(() => {
    if (userId === undefined) return;
    if (applicationId !== undefined) noteRecentApplicant(userId, applicationId);
    setRecentIds(recentApplicants(userId));
  }, [userId, applicationId]);
  // Keys that are pressed while the palette loads would reach the page.
  useEffect(() => void whenIdle().then(load, () => {}), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(event)) return;
      if (document.querySelector('dialog:modal')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  if (!organization) return null;
  return (
    <>
      <button
        type="button"
        className={`${classes.link} ${classes.search}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.searchLabel}>Search</span>
        <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette organization={organization} recentIds={recentIds} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
