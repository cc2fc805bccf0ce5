import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { DocumentList } from '../../../shared/editor/document-list.tsx';
import classes from '../../../shared/editor/documents.module.css';
import { builtInOf } from './built-in.ts';
import { useCanWrite } from './may-write.ts';
import { emailTemplatesQuery } from './queries.ts';

export function EmailTemplateList({ organization }: { organization: Organization }) {
  const canWrite = useCanWrite(organization._id);
  return (
    <DocumentList
      title="Email templates"
      query={useQuery(emailTemplatesQuery(organization._id))}
      create={canWrite && 'New email template'}
      emptyText="Templates are emails that you send to applicants."
    >
      {({ _id: id, name, subject }) => (
        <>
          <div>
            <Link to={id} className={classes.name} dir="auto">
              {name}
            </Link>
            <p dir="auto">{subject}</p>
            <p className={classes.quiet}>{builtInOf(id)?.sentWhen ?? 'Sent by staff.'}</p>
          </div>
          <Link to={id} aria-label={`${canWrite ? 'Edit' : 'View'} ${name}`}>
            {canWrite ? 'Edit' : 'View'}
          </Link>
        </>
      )}
    </DocumentList>
  );
}
