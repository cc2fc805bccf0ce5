import { z } from 'zod';

interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
}

const AT = '2026-03-02T09:30:00.000Z';
const ID = '8f14e45f-ceea-567a-9b36-1d0c2f7a5e21';

const REPORT = {
  name: 'Applications by week and source',
  events: ['ApplicationSubmitted'],
  where: [{ field: 'application.status', when: 'today', isNot: true, values: ['CANCELLED'] }],
  groupBy: [
    { kind: 'time', unit: 'week', clock: 'recorded' },
    { kind: 'field', field: 'application.source', when: 'today' },
  ],
  measure: { kind: 'applications' },
  chart: 'columns',
  isPinned: false,
};

/** By name or whole path. Add missing ones here. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  'ApplicationCopied.data.status': 'INTERVIEW COMPLETED',
  'ApplicationTransferred.data.from': 'INTERVIEW COMPLETED',
  'AssessmentChanged.data.changes.questions.details': 'Think of **`const`**.',
  'AssessmentCreated.data.details.questions.details': 'Think of **`const`**.',
  'AssessmentChanged.data.changes.name': 'JavaScript basics',
  'AssessmentCreated.data.details.name': 'JavaScript basics',
  'BatchCreated.data.name': 'Full Stack Web Development, evenings',
  'BatchDetailsChanged.data.changes.name': 'Full Stack Web Development, evenings',
  'PaymentAccountTakenOver.data.invoices.status': 'paid',
  'PaymentModelChanged.data.changes.name': 'Twelve monthly payments',
  'PaymentModelCreated.data.details.name': 'Twelve monthly payments',
  'PaymentModelChanged.data.changes.details': 'Half at the start, the rest month by month.',
  'PaymentModelCreated.data.details.details': 'Half at the start, the rest month by month.',
  'BatchCreated.data.slug': 'full-stack-evenings',
  'BatchDetailsChanged.data.changes.slug': 'full-stack-evenings',
  'BulkChangeStarted.data.action': { kind: 'status', status: 'CONTRACT SENT' },
  'BulkChangeProgressed.data.results.outcome': 'refused',
  'BulkChangeProgressed.data.results.reason': 'It has been transferred to another course.',
  'BulkUndoProgressed.data.results.outcome': 'left',
  'BulkUndoProgressed.data.results.reason': 'It has changed since then.',
  'BulkUndoProgressed.data.results.mail': 'sent',
  followUpOn: '2026-03-09',
  'DataExported.data.filters': [{ name: 'kind', value: 'batch', isExcluded: false }],
  'DetailsSaved.data.fields': ['firstName', 'lastName', 'phoneNumber'],
  'AnswersMarked.data.fields': ['phoneNumber'],
  'AnswersMarked.personal.notes': { phoneNumber: 'This number has a digit too few.' },
  'DailyDigestChanged.personal.timeZone': 'Asia/Manila',
  'DailyDigestIssued.data.day': '2026-03-12',
  'DailyDigestIssued.data.since': '2026-03-10T23:00:00.000Z',
  'DisplayNameChanged.personal.name': 'Maria Santos',
  'EmailTemplateChanged.data.changes.name': 'What happens next',
  'CalendarFeedCreated.data.hash': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'CalendarFeedRenewed.data.hash': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'EmailTemplateCreated.data.details.name': 'What happens next',
  'EventSkipped.data.eventId': '4b9c8a6e-9d1f-5c52-8a37-0f5e6b1d2c3a',
  'EventSkipped.data.eventType': 'BulkChangeStarted',
  'EventSkipped.data.position': '4711',
  'EventSkipped.data.projection': 'bulks',
  'EventSkipped.data.reason': 'Its list has more entries than a document can hold.',
  'FactorRequirementChanged.data.from': '2026-12-03',
  'NameReleased.data.name': 'northwind',
  'NameTaken.data.name': 'northwind',
  'OrganizationDetailsChanged.data.changes.statusLimits': [{ status: 'NEW', days: 3 }],
  'OrganizationSecretChanged.data.name': 'sendGridApiKey',
  'StatusChanged.data.from': 'NEW',
  'StatusChanged.data.to': 'INTERVIEW SCHEDULED',
  'WebhookChanged.data.changes.name': 'Admissions chat',
  'ReadModelRetried.data.projection': 'file-workload',
  'ReportChanged.data.changes': { name: 'Applications by week and source' },
  'ReportCreated.data.details': REPORT,
  'WebhookCreated.data.details.name': 'Admissions chat',
  'WebhookCreated.data.details.eventTypes': ['InterviewScheduled'],
  'WebhookChanged.data.changes.eventTypes': ['InterviewScheduled'],
  targetUrl: 'https://chat.example/hooks/4711',
  _id: ID,
  accentColor: '#0f6b5c',
  actionDetails: 'Opened "About you"',
  answers: ['A variable that never changes', null],
  assessmentVersion: 3,
  authorId: ID,
  body: 'Hi {{firstName}},\n\nplease book your interview: {{applicationLink}}',
  builtIn: 'applicationReceived',
  calendlyEventUri: 'https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2',
  calendlyJoinUrl: 'https://zoom.example/j/123456789',
  calendlyStartTime: AT,
  capacity: 20,
  cdnUrl: 'https://cdn.example/logo.png',
  contactText: 'Write to **hello@northwind.example**.',
  content: 'header-link',
  contractText: 'Sign the contract and send it back by email.',
  campaign: 'spring',
  description: 'Twelve weeks, in the evening.',
  domain: 'apply.northwind.example',
  email: 'maria.santos@mail.example',
  enableEmbedding: true,
  eventUri: 'https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2',
  expiresAt: AT,
  externalAssessmentUrl: 'https://provider.example/assignments/logic',
  externalDetailsUrl: 'https://provider.example/results/4711',
  facebookPixelId: '12345678901234567',
  fields: ['firstName', 'motivation'],
  fileName: 'logo.png',
  amount: 499950,
  applicationRevision: 7,
  currency: 'PHP',
  dueDate: '2026-03-15',
  n: 1,
  note: 'Bank transfer, reference 4711',
  notes: ['Bank transfer, reference 4711'],
  settledAt: AT,
  paymentText: 'Transfer to account 0123-4567-89.',
  monthlyCost: 4999.5,
  monthlyPaymentDay: 15,
  monthlyPaymentDelay: 0,
  numberOfMonths: 12,
  upfrontCost: 20000,
  fullDomain: 'apply.northwind.example',
  googleAnalyticsId: 'G-ABC123DEF4',
  imageUrl: '/api/download/b7f3/diagram.png',
  instructions: 'Build a page that shows the weather of three cities.',
  isCorrect: true,
  isLate: false,
  isReserved: true,
  joinUrl: 'https://zoom.example/j/123456789',
  medium: 'social',
  message: 'Called, will send the documents on Friday 📄',
  messages: ['Called, will send the documents on Friday 📄'],
  name: 'Northwind Academy',
  postedDate: AT,
  privateDetails: 'The room opens at **6 pm**.',
  prompt: 'What is a constant?',
  questionCount: 2,
  reason: '550 5.1.1 no such mailbox',
  score: 50,
  sendGridEmailAddress: 'admissions@northwind.example',
  sendAt: AT,
  slug: 'northwind',
  source: 'Facebook',
  solutionId: `${ID}.1`,
  startedAt: AT,
  startsAt: AT,
  subdomain: 'northwind',
  subject: 'Your application to {{orgName}}',
  submittedAt: AT,
  template: 'Application received',
  templateVersion: 2,
  term: 'bootcamp',
  timeLimitMinutes: 60,
  timeZone: 'Asia/Manila',
  timestamp: AT,
  trackingNumber: 1042,
  value: 'A variable that never changes',
  values: { firstName: 'María', lastName: 'Santos', phoneNumber: '+63 912 345 6789' },
};

/** A deterministic example that the schema accepts. Throws for a member without a value above. */
export function exampleOf(schema: z.ZodType, where: string): unknown {
  const example = build(z.toJSONSchema(schema, { reused: 'inline', unrepresentable: 'any' }) as Shape, where);
  return schema.parse(example);
}

function build(shape: Shape, where: string): unknown {
  const name = where.slice(where.lastIndexOf('.') + 1);
  if (BY_NAME[where] !== undefined) return BY_NAME[where];
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const believable = BY_NAME[name];
  // A name may be a text here and an object there.
  const fits = !shape.properties || typeof believable === 'object';
  if (believable !== undefined && fits) return believable;
  const filled = shape.anyOf?.find(({ type }) => type !== 'null');
  if (filled) return build(filled, where);
  const types = [shape.type].flat();
  if (types.includes('array')) return [build(shape.items ?? {}, where)];
  if (shape.properties) {
    return Object.fromEntries(
      Object.entries(shape.properties).map(([member, inner]) => [member, build(inner, `${where}.${member}`)]),
    );
  }
  if (types.includes('string') && /(^id|Ids?|^by)$/.test(name)) return ID;
  throw new Error(`No example for ${where}: add one to scripts/example-value.ts, or write the sample by hand`);
}
