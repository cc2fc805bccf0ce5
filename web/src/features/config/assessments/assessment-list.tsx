import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { cutText } from '../../../../../domain/text/cut-text.ts';
import { kindWords } from '../../../shared/application/assessment-words.ts';
import { DocumentList } from '../../../shared/editor/document-list.tsx';
import classes from '../../../shared/editor/documents.module.css';
import { plainText } from '../../../shared/markdown/plain-text.ts';
import { assessmentsQuery, useCanWrite } from './queries.ts';

export function AssessmentList({ organization }: { organization: Organization }) {
  const canWrite = useCanWrite(organization._id);
  const action = canWrite ? 'Edit' : 'View';
  return (
    <DocumentList
      title="Assessments"
      query={useQuery(assessmentsQuery(organization._id))}
      create={canWrite && 'New assessment'}
      emptyText={
        canWrite
          ? 'Create a quiz, a project or an assessment on another site, then offer it in a program or in a step of a process.'
          : 'Owners and Admins create them.'
      }
    >
      {(assessment) => (
        <>
          <div>
            <Link to={assessment._id} className={classes.name} dir="auto">
              {assessment.name}
            </Link>
            <p>{kindWords(assessment)}</p>
            {assessment.description && (
              <p className={classes.quiet} dir="auto">
                {cutText(plainText(assessment.description), 200)}
              </p>
            )}
          </div>
          <Link to={assessment._id} aria-label={`${action} ${assessment.name}`}>
            {action}
          </Link>
        </>
      )}
    </DocumentList>
  );
}
