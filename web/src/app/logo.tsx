import { useEffect, useState } from 'react';
import type { Organization } from '../../../api/contract/organizations.ts';
import { addressOfFile } from '../shared/files/files.ts';
import classes from './shell.module.css';

export function Logo({ organization }: { organization: Organization }) {
  const [hasFailed, setHasFailed] = useState(false);
  const { logoFile, name } = organization;
  if (logoFile && !hasFailed) {
    return (
      <img
        className={classes.logo}
        src={addressOfFile(logoFile)}
        width={32}
        height={32}
        alt=""
        onError={() => setHasFailed(true)}
      />
    );
  }
  return (
    <span className={`${classes.logo} ${classes.monogram}`} aria-hidden>
      {firstLetterOf(name).toUpperCase()}
    </span>
  );
}

/** As a reader counts letters: an emoji is several code points, and half of one breaks the page. */
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const firstLetterOf = (name: string): string => [...letters.segment(name)][0]?.segment ?? '';

const ICON = '/favicon.svg';

function showIcon(href: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link && link.getAttribute('href') !== href) link.href = href;
}

export function useFavicon(organization: Organization | null | undefined): void {
  const file = organization?.iconFile;
  const href = file ? addressOfFile(file) : ICON;
  useEffect(() => {
    if (href === ICON) return showIcon(ICON);
    const probe = new Image();
    probe.onload = () => showIcon(href);
    probe.onerror = () => showIcon(ICON);
    probe.src = href;
    return () => {
      probe.onload = null;
      probe.onerror = null;
    };
  }, [href]);
}
