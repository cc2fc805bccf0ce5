import type { Recorded } from '../domain/event-sourcing/event.ts';
import type { ReportDetails, ReportQuestion } from '../domain/saved-report/details.ts';
import { REPORT_EVENTS, type ReportEvent } from '../domain/saved-report/events.ts';
import { questionOf } from '../domain/saved-report/question.ts';
import { report } from '../domain/saved-report/report.ts';
import { isEqual } from '../domain/values/is-equal.ts';
import { type ConfiguredDocument, configuredDocuments } from './configured-documents.ts';

/** What a report asks has versions of its own: a new name, chart or pin builds nothing anew. */
interface Definition {
  /** The revision that first asked its question. */
  readonly definition: number;
  /** 1 for the first question, one more with each other one. */
  readonly edition: number;
  readonly definedAt: string;
  readonly definedBy: string | null;
  /** Who saved it first. */
  readonly createdBy: string | null;
  /** The question before. Asked again, it has its figures at once while the newer one's are still being built. */
  readonly former: { readonly definition: number; readonly question: ReportQuestion } | null;
}
export type ReportDocument = ConfiguredDocument<ReportDetails> & Definition;

const documents = configuredDocuments<ReportDetails & Definition, ReportEvent>({
  name: 'reports',
  version: 5,
  digest: '64bad027164d689e',
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
  const asked = { definedAt: at, definedBy: actor.id ?? null };
  if (!document) {
    return { ...stored, ...asked, definition: revision, edition: 1, createdBy: asked.definedBy, former: null };
  }
  const { definition, edition, definedAt, definedBy, createdBy, former } = document;
  // What a deletion dropped is built anew, but is the same question of the same author.
  if (document.isDeleted) {
    return { ...stored, definition: revision, edition, definedAt, definedBy, createdBy, former: null };
  }
  const isFormer = former !== null && isEqual(former.question, questionOf(stored));
  return {
    ...stored,
    ...asked,
    definition: isFormer ? former.definition : revision,
    edition: edition + 1,
    createdBy,
    former: { definition, question: questionOf(document) },
  };
};

export const reports = { ...documents, on: { ...documents.on, ReportCreated: fold, ReportChanged: fold } };
