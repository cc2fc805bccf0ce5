import { assessment } from '../domain/assessment/assessment.ts';
import { ASSESSMENT_EVENTS, type AssessmentDetails, type AssessmentEvent } from '../domain/assessment/events.ts';
import { type ConfiguredDocument, configuredDocuments } from './configured-documents.ts';

export type AssessmentDocument = ConfiguredDocument<AssessmentDetails>;

export const assessments = configuredDocuments<AssessmentDetails, AssessmentEvent>({
  name: 'assessments',
  version: 2,
  digest: '0c2e8b51775393ea',
  aggregate: assessment,
  events: ASSESSMENT_EVENTS,
});
