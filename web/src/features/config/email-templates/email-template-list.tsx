import { useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { statusWord } from '../../../shared/application/journey.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import { DocumentItem } from '../../../shared/editor/document-item.tsx';
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
      query={useQuery(emailTemplatesQuery(organization._id, usePosition()))}
      create={canWrite && 'New email template'}
      emptyText={TEXTS.emailEditor.listHelp}
    >
      {({ _id: id, name, subject, statuses }) => (
        <DocumentItem id={id} name={name} action={canWrite ? 'Edit' : 'View'}>
          <p dir="auto">{subject}</p>
          <p className={classes.quiet}>
            {builtInOf(id)?.sentWhen ?? TEXTS.emailEditor.sentByStaff}
            {statuses.length > 0 && ` Offered with ${statuses.map(statusWord).join(', ')}.`}
          </p>
        </DocumentItem>
      )}
    </DocumentList>
  );
}
