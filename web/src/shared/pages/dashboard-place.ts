import { type MouseEvent, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pagePath } from '../../../../domain/values/pages.ts';
import { forThisVisit } from '../browser/browser-storage.ts';
import { entryNow } from '../navigation/entries.ts';

const KEY = 'intake.dashboard';

interface Place {
  readonly address: string;
  /** Its place in the history of this tab. */
  readonly entry: number;
}

/** Remembers where the dashboard was left: its tab, filters and open row are in its address. */
export function useNoteDashboard(): void {
  const { pathname, search } = useLocation();
  useEffect(() => void forThisVisit.write(KEY, { address: pathname + search, entry: entryNow() }), [pathname, search]);
}

/** For a link: the dashboard as it was left, by a step back if that leads there, which keeps its scroll position. */
export function useBackToDashboard() {
  const navigate = useNavigate();
  const place = forThisVisit.read<Place>(KEY);
  return {
    to: place?.address ?? pagePath('dashboard'),
    onClick(event: MouseEvent) {
      if (place?.entry !== entryNow() - 1 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}
