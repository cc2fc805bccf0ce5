import { counted, grouped } from '../../domain/text/counted.ts';
import { asValue, withoutLinks } from '../../domain/text/inserted-text.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { shortDay } from '../../domain/values/days.ts';

/** More are in the dashboard, which the email links to. */
export const DIGEST_ITEMS = 10;
export const DIGEST_SCHOOLS = 10;

/** Without the applicant's name, because mailboxes outlive access. */
export interface DigestItem {
  readonly program: string;
  readonly trackingNumber: number;
  readonly link: string;
  /** The time of an interview, or why it is overdue. */
  readonly note: string | null;
}

export interface DigestList {
  /** At most `DIGEST_ITEMS`. */
  readonly items: readonly DigestItem[];
  readonly count: number;
}

export interface SchoolDay {
  readonly name: string;
  readonly dashboard: string;
  readonly interviews: DigestList;
  readonly overdue: DigestList;
  readonly arrived: DigestList;
}

const MARKDOWN = /[!-/:-@[-`{-~]/g;

/** A school's own text, which becomes no markdown, placeholder or link. */
const escaped = (text: string): string => withoutLinks(asValue(text)).replace(MARKDOWN, '\\$&');

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export function digestText({
  day,
  timeZone,
  schools,
  unsubscribe,
  account,
}: {
  readonly day: string;
  readonly timeZone: string;
  readonly schools: readonly SchoolDay[];
  readonly unsubscribe: string;
  readonly account: string;
}): { readonly subject: string; readonly body: string } {
  const words = TEXTS.digest;
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  const shown = schools.slice(0, DIGEST_SCHOOLS);
  const left = schools.length - shown.length;
  return {
    subject: words.subject(`${weekday}, ${shortDay(day)}`),
    body: [
      ...shown.map(schoolText),
      ...(left > 0 ? [words.moreSchools(counted(left, 'more school', 'more schools'))] : []),
      '---',
      words.footer({ timeZone: escaped(timeZone), unsubscribe, account }),
    ].join('\n\n'),
  };
}

function schoolText({ name, dashboard, interviews, overdue, arrived }: SchoolDay): string {
  const words = TEXTS.digest;
  return [
    `## ${escaped(name)}`,
    ...listText(words.interviews, interviews),
    ...listText(words.overdue, overdue),
    ...listText(words.arrived, arrived),
    `[${words.dashboard}](${dashboard})`,
  ].join('\n\n');
}

function listText(heading: string, { items, count }: DigestList): readonly string[] {
  if (count === 0) return [];
  const lines = items.map(({ program, trackingNumber, link, note }) => {
    // In the plain text the address follows the label.
    const label = `${program} #${trackingNumber}${note === null ? '' : ` (${note})`}`;
    return `- [${escaped(label.trim())}](${link})`;
  });
  const left = count - items.length;
  const more = left > 0 ? [`- ${TEXTS.digest.more(grouped(left))}`] : [];
  return [`**${heading}: ${grouped(count)}**`, [...lines, ...more].join('\n')];
}
