import type { ApplicationEvent } from '../domain/application/events.ts';
import type { AssessmentEvent } from '../domain/assessment/events.ts';
import type { BatchEvent } from '../domain/batch/events.ts';
import type { EmailTemplateEvent } from '../domain/email-template/events.ts';
import type { AnyEvent, Recorded } from '../domain/event-sourcing/event.ts';
import { fileIdsIn, isFileIdText } from '../domain/file/references.ts';
import type { OrganizationEvent } from '../domain/organization/events.ts';
import type { SolutionEvent } from '../domain/solution/events.ts';
import { type Handler, projection } from './engine/projection.ts';

/** A document that refers to a file or did; its stream has the current state. */
export interface FileReferenceDocument {
  /** `{fileId}:{stream}`. */
  readonly _id: string;
  readonly _pos?: bigint;
  readonly fileId: string;
  readonly stream: string;
}

type Referring =
  | OrganizationEvent
  | BatchEvent
  | ApplicationEvent
  | AssessmentEvent
  | EmailTemplateEvent
  | SolutionEvent;

const noted: Handler<FileReferenceDocument, AnyEvent> = {
  id: ({ stream, data, personal }: Recorded<AnyEvent>) =>
    [...fileIdsIn([data, personal])].filter(isFileIdText).map((fileId) => `${fileId}:${stream}`),
  fold: (_document, { stream }, id) => ({ _id: id, fileId: id.slice(0, id.indexOf(':')), stream }),
};

export const fileReferences = projection<FileReferenceDocument, Referring>({
  name: 'fileReferences',
  version: 2,
  digest: 'e78987f7ab250720',
  indexes: ['fileId', 'stream'],
  id: ({ stream }) => stream,
  streams: (id) => [id.slice(id.indexOf(':') + 1)],
  on: {
    OrganizationCreated: noted,
    OrganizationDetailsChanged: noted,
    BatchCreated: noted,
    BatchDetailsChanged: noted,
    ApplicationSubmitted: noted,
    ApplicationCopied: noted,
    DetailsSaved: noted,
    AssessmentCreated: noted,
    AssessmentChanged: noted,
    EmailTemplateCreated: noted,
    EmailTemplateChanged: noted,
    SolutionSubmitted: noted,
    SolutionCopied: noted,
  },
});
