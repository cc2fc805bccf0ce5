import { configuredEvents } from '../configuration/configured-document.ts';
import type { EventOf } from '../event-sourcing/event.ts';
import { REPORT_DETAILS } from './details.ts';

export const REPORT_EVENTS = configuredEvents('Report', REPORT_DETAILS, { document: 'report' });
export type ReportEvent = EventOf<(typeof REPORT_EVENTS)[number]>;
