import { idOf, projection } from 'intake/projection';

/** Where applicants leave: for each assessment, who began it, submitted it, and left with it as their last. */
type Document =
  | { readonly _id: string; readonly kind: 'assessment'; readonly name: string }
  | {
      readonly _id: string;
      readonly kind: 'applicant';
      readonly hasLeft: boolean;
      /** Ids of assessments, in the order of their first start or submission. */
      readonly begun: readonly string[];
      readonly submitted: readonly string[];
    };
type Applicant = Extract<Document, { kind: 'applicant' }>;

const LEFT = new Set(['CANCELLED', 'WITHDRAWN', 'CONTRACT DECLINED', 'INCORRECT INFORMATION']);

const asApplicant = (document: Document | undefined, id: string): Applicant =>
  document?.kind === 'applicant' ? document : { _id: id, kind: 'applicant', hasLeft: false, begun: [], submitted: [] };

const added = (ids: readonly string[], id: string) => (ids.includes(id) ? ids : [...ids, id]);

/** An application and its solutions have the same id in the names of their streams, so they share a document. */
export default projection<Document>({
  name: 'quiz-drop-outs',
  on: {
    AssessmentCreated: (_, { stream, data }) => ({ _id: idOf(stream), kind: 'assessment', name: data.details.name }),
    AssessmentChanged: (document, { data }) =>
      document?.kind === 'assessment' && data.changes.name !== undefined
        ? { ...document, name: data.changes.name }
        : document,
    StatusChanged(document, { stream, data }) {
      return { ...asApplicant(document, idOf(stream)), hasLeft: LEFT.has(data.to) };
    },
    SolutionStarted(document, { stream, data }) {
      const applicant = asApplicant(document, idOf(stream));
      return { ...applicant, begun: added(applicant.begun, data.assessmentId) };
    },
    SolutionSubmitted(document, { stream, data }) {
      const applicant = asApplicant(document, idOf(stream));
      return {
        ...applicant,
        begun: added(applicant.begun, data.assessmentId),
        submitted: added(applicant.submitted, data.assessmentId),
      };
    },
  },
  rows(documents) {
    const applicants = documents.filter((document) => document.kind === 'applicant');
    return documents
      .filter((document) => document.kind === 'assessment')
      .map(({ _id, name }) => ({
        assessment: name,
        begun: applicants.filter(({ begun }) => begun.includes(_id)).length,
        submitted: applicants.filter(({ submitted }) => submitted.includes(_id)).length,
        'left after it': applicants.filter(({ hasLeft, begun }) => hasLeft && begun.at(-1) === _id).length,
      }));
  },
});
