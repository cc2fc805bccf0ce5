import type { StatusLimit } from '../../../domain/application/status-limits.ts';
import fullStack from './processes/full-stack-admissions.json' with { type: 'json' };
import java from './processes/java-admissions.json' with { type: 'json' };

const STATUS_LIMITS: StatusLimit[] = [
  { status: 'NEW', days: 7 },
  { status: 'DECISION PENDING', days: 10 },
  { status: 'CONTRACT SENT', days: 21 },
];

export const SCHOOL = {
  name: 'Bagwis Code Academy',
  slug: 'bagwis',
  timeZone: 'Asia/Manila',
  accentColor: '#0f766e',
  statusLimits: STATUS_LIMITS,
  description:
    'Learn to build software in Manila or from anywhere. Small groups, teachers who have shipped products, and a team that stays with you until your first job.',
  logoFile: { fileId: 'bagwis-logo', fileName: 'bagwis.svg', cdnUrl: '/brand/bagwis.svg' },
  contactText:
    'Write to [admissions@bagwis.example](mailto:admissions@bagwis.example), or call +63 2 8555 0134 from Monday to Friday, 09:00 to 18:00. Mia and Jun answer.',
  contractText:
    'Your contract is in the email that we sent you. Read it at your own pace, sign the last page, and answer the email with a scan or a photo of all pages. If anything is unclear, call us before you sign.',
  paymentText:
    'Transfer each amount to **Bagwis Code Academy**, account 0123 4567 89 at Bank of the Islands, and write your reference into the message. Payments appear here on the next working day. If a date is difficult for you, tell us before it has passed.',
  iconFile: { fileId: 'bagwis-icon', fileName: 'bagwis-icon.svg', cdnUrl: '/brand/bagwis-icon.svg' },
} as const;

/** One account per role; all share one password. */
export const STAFF = [
  { email: 'mia@bagwis.example', name: 'Mia Santos', role: 'Owner' },
  { email: 'jun@bagwis.example', name: 'Jun Villanueva', role: 'Admin' },
  { email: 'tala@bagwis.example', name: 'Tala Mercado', role: 'Admin' },
  { email: 'noel@bagwis.example', name: 'Noel Aquino', role: 'Viewer' },
] as const;

/** Published with these sources, so it is used only if HOST and PUBLIC_URL are loopback. */
export const DEMO_PASSWORD = 'learn-by-building';
export const DEMO_APPLICANT = 'ada@applicant.example';

export const MONTHS_OF_HISTORY = 14;

/** Drawn for the demo school and served with the web client. */
const picture = (name: string) => ({ fileId: name, fileName: `${name}.svg`, cdnUrl: `/brand/${name}.svg` });
const picturesOf = (program: string) => ({
  iconFile: picture(`${program}-icon`),
  bannerFile: picture(`${program}-banner`),
});

export interface BatchPlan {
  readonly pictures: ReturnType<typeof picturesOf>;
  readonly name: string;
  readonly process: 'fullStack' | 'java';
  readonly description: string;
  readonly privateDetails: string;
  readonly slug: string;
  readonly capacity: number;
  readonly status: 'Draft' | 'Open' | 'Closed' | 'Complete';
  /** Days before today. */
  readonly opened: number;
  readonly closed: number | null;
  readonly share: number;
}

/** Built in the editor and saved to files by it; names of assessments and payment plans stand for their ids. */
export const PROCESSES = { fullStack, java } as const;

const FULL_STACK =
  'Twelve weeks, full time, from your first line of HTML to a product that other people use. JavaScript and TypeScript, React, Node and PostgreSQL; pair programming every afternoon, a project in a team of four at the end.\n\nYou need no degree and no experience. You do need time: plan forty hours a week.\n\n**Tuition** can be paid up front, monthly, or after you have found a job.';
/** What a video, a schedule and a former student's words look like on the page of a program. */
const TUESDAY =
  '### A normal Tuesday\n\nhttps://vimeo.com/76979871\n\n| When | What |\n|---|---|\n| 09:00 | One idea, explained and tried out |\n| 10:30 | Exercises alone, with a mentor in the room |\n| 13:00 | Pair programming on your project |\n| 16:00 | Reading and fixing each other’s code |\n| 17:00 | Open end: questions, music, table tennis |\n\n> I sold phones before. In week nine my team shipped an app for jeepney routes, and by week fourteen I had a job.\n>\n> **Liza, now a developer in Cebu**';
const JAVA =
  'Sixteen weeks in the evening, for people who keep their job meanwhile. Java, Spring, SQL, tests and the tools that Manila’s banks and shipping lines work with every day.\n\nMentors come from our partner companies, and so do the interviews at the end.';
const DETAILS =
  '### Where and when\n\nBagwis House, 3rd floor, Legazpi Village, Makati. Doors open at 08:30.\n\nThe chat for this program opens one week before the first day.';

export const BATCHES: readonly BatchPlan[] = [
  {
    name: 'Full-Stack, winter',
    process: 'fullStack',
    description: FULL_STACK,
    privateDetails: DETAILS,
    slug: 'full-stack-winter',
    pictures: picturesOf('full-stack-day'),
    capacity: 24,
    status: 'Complete',
    opened: 425,
    closed: 215,
    share: 0.27,
  },
  {
    name: 'Java, spring',
    process: 'java',
    description: JAVA,
    privateDetails: DETAILS,
    slug: 'java-spring',
    pictures: picturesOf('java'),
    capacity: 20,
    status: 'Closed',
    opened: 300,
    closed: 70,
    share: 0.21,
  },
  {
    name: 'Full-Stack, day',
    process: 'fullStack',
    description: `${FULL_STACK}\n\n${TUESDAY}`,
    privateDetails: DETAILS,
    slug: 'full-stack-day',
    pictures: picturesOf('full-stack-day'),
    capacity: 24,
    status: 'Open',
    opened: 190,
    closed: null,
    share: 0.24,
  },
  {
    name: 'Full-Stack, evening',
    process: 'fullStack',
    description: FULL_STACK.replace('Twelve weeks, full time', 'Twenty-four weeks of evenings'),
    privateDetails: DETAILS,
    slug: 'full-stack-evening',
    pictures: picturesOf('full-stack-evening'),
    capacity: 18,
    status: 'Open',
    opened: 120,
    closed: null,
    share: 0.16,
  },
  {
    name: 'Java, autumn',
    process: 'java',
    description: JAVA,
    privateDetails: DETAILS,
    slug: 'java-autumn',
    pictures: picturesOf('java'),
    capacity: 20,
    status: 'Open',
    opened: 95,
    closed: null,
    share: 0.12,
  },
  {
    name: 'Java, next year',
    process: 'java',
    description: JAVA,
    privateDetails: DETAILS,
    slug: 'java-next-year',
    pictures: picturesOf('java'),
    capacity: 20,
    status: 'Draft',
    opened: 0,
    closed: null,
    share: 0,
  },
];
