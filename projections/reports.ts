import type { Recorded } from '../domain/event-sourcing/event.ts';
import type { ReportDetails } from '../domain/saved-report/details.ts';
import { REPORT_EVENTS, type ReportEvent } from '../domain/saved-report/events.ts';
import { report } from '../domain/saved-report/report.ts';
import { type ConfiguredDocument, configuredDocuments } from './configured-documents.ts';

/** What a report asks has versions of its own: a new name, chart or pin builds nothing anew. */
interface Definition {
  /** The revision that set what the report asks. */
  readonly definition: number;
  /** 1 for the first question, one more with each other one. */
  readonly edition: number;
  readonly definedAt: string;
  readonly definedBy: string | null;
  /** Who saved it first. */
  readonly createdBy: string | null;
}
export type ReportDocument = ConfiguredDocument<ReportDetails> & Definition;

const documents = configuredDocuments<ReportDetails & Definition, ReportEvent>({
  name: 'reports',
  version: 5,
  digest: 'df727ab0d361aa27',
  indexes: ['isDeleted'],
  aggregate: report as never,
  events: REPORT_EVENTS,
  keepsDeleted: true,
});

type Created = Recorded<Extract<ReportEvent, { type: 'ReportCreated' }>>;
type Changed = Recorded<Extract<ReportEvent, { type: 'ReportChanged' }>>;
type Fold = (document: ReportDocument | undefined, event: Created | Changed) => ReportDocument | undefined;

const ASKED = ['events', 'where', 'groupBy', 'measure'] as const;

const asks = (event: Created | Changed): boolean =>
  event.type === 'ReportCreated' || ASKED.some((member) => event.data.changes[member] !== undefined);

const fold: Fold = (document, event) => {
  const stored = (documents.on[event.type] as Fold)(document, event);
  if (!stored || !asks(event)) return stored;
  const { revision, at, actor } = event;
  // What a deletion dropped is built anew, but is the same question of the same author.
  if (document?.isDeleted) return { ...stored, ...definitionOf(document), definition: revision };
  const by = actor.id ?? null;
  const edition = (document?.edition ?? 0) + 1;
  return {
    ...stored,
    definition: revision,
    edition,
    definedAt: at,
    definedBy: by,
    createdBy: document?.createdBy ?? by,
  };
};

const definitionOf = ({ definition, edition, definedAt, definedBy, createdBy }: ReportDocument): Definition => ({
  definition,
  edition,
  definedAt,
  definedBy,
  createdBy,
});

export const reports = { ...documents, on: { ...documents.on, ReportCreated: fold, ReportChanged: fold } };
