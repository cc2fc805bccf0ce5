import { type AssessmentState, assessment } from '../domain/assessment/assessment.ts';
import type { AssessmentDetails, AssessmentEvent } from '../domain/assessment/events.ts';
import type { Recorded } from '../domain/event.ts';
import { idOf } from '../domain/streams.ts';
import { projection } from './engine/projection.ts';

/** An assessment with all that its authors see; what others see of it is chosen on read. */
export interface AssessmentDocument extends AssessmentDetails {
  readonly _id: string;
  readonly _pos?: bigint;
  /** Revision of the assessment's stream. */
  readonly version: number;
  readonly organizationId: string;
  /** The vault entry of the messaging secret. */
  readonly secretId: string | null;
  readonly createdAt: string;
}

function fold(document: AssessmentDocument | undefined, event: Recorded<AssessmentEvent>) {
  const state = assessment.evolve(document ? stateOf(document) : assessment.initial, event);
  if (!state.exists) return undefined;
  const { details, organizationId, secretId, createdAt } = state;
  return { ...details, _id: idOf(event.stream), version: event.revision, organizationId, secretId, createdAt };
}

function stateOf(document: AssessmentDocument): AssessmentState {
  const { _id, _pos, version, organizationId, secretId, createdAt, ...details } = document;
  return { exists: true, organizationId, details, secretId, createdAt };
}

export const assessments = projection<AssessmentDocument, AssessmentEvent>({
  name: 'assessments',
  version: 1,
  indexes: ['organizationId'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`assessment-${id}`],
  on: {
    AssessmentCreated: fold,
    AssessmentChanged: fold,
    AssessmentSecretChanged: fold,
    ExternalResultUnmatched: fold,
  },
});
