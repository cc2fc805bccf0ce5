import { useEffect, useState } from 'react';
import { LOCALE } from '../../../shared/dates/day.ts';

const timeIn = (timeZone: string): string | null => {
  try {
    return new Intl.DateTimeFormat(LOCALE, {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date());
  } catch {
    return null;
  }
};

const REFRESH_MS = 10_000;

export function ZoneNote({ zone }: { zone: string }) {
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const now = timeIn(zone);
  return now && <>It is now {now} in this time zone.</>;
}
