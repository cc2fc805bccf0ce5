import { useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { kindWords } from '../../../shared/application/assessment-words.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import { DocumentItem, ItemDescription } from '../../../shared/editor/document-item.tsx';
import { DocumentList } from '../../../shared/editor/document-list.tsx';
import { assessmentsQuery, useCanWrite } from './queries.ts';

export function AssessmentList({ organization }: { organization: Organization }) {
  const canWrite = useCanWrite(organization._id);
  return (
    <DocumentList
      title="Assessments"
      query={useQuery(assessmentsQuery(organization._id, usePosition()))}
      create={canWrite && 'New assessment'}
      emptyText={canWrite ? TEXTS.assessmentEditor.empty : TEXTS.assessmentEditor.emptyForReaders}
    >
      {(assessment) => (
        <DocumentItem id={assessment._id} name={assessment.name} action={canWrite ? 'Edit' : 'View'}>
          <p>{kindWords(assessment)}</p>
          <ItemDescription markdown={assessment.description} />
        </DocumentItem>
      )}
    </DocumentList>
  );
}
