import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { useMayNow, usePosition } from '../../../shared/as-of/use-past.ts';
import { DeleteButton } from '../../../shared/editor/delete-button.tsx';
import { DocumentItem } from '../../../shared/editor/document-item.tsx';
import { DocumentList } from '../../../shared/editor/document-list.tsx';
import classes from '../../../shared/editor/documents.module.css';
import { HealthWords } from './health.tsx';
import { webhooksQuery } from './queries.ts';

export function WebhookList({ organization }: { organization: Organization }) {
  const client = useQueryClient();
  const canWrite = useMayNow('webhook.manage', organization._id);
  return (
    <DocumentList
      title="Webhooks"
      query={useQuery(webhooksQuery(organization._id, usePosition()))}
      create={canWrite && 'New webhook'}
      emptyText={TEXTS.webhookPages.empty}
    >
      {({ _id: id, name, targetUrl, health }) => (
        <DocumentItem
          id={id}
          name={name}
          action={canWrite ? 'Edit' : 'View'}
          beside={
            canWrite && (
              <DeleteButton
                name={name}
                question={TEXTS.webhooks.confirmDelete}
                remove={() => call('DELETE /api/webhooks/{id}', { params: { id } })}
                onDeleted={() => client.invalidateQueries({ queryKey: keyOf('/api/webhooks') })}
              />
            )
          }
        >
          <p className={classes.quiet}>{targetUrl}</p>
          {health && <HealthWords health={health} />}
        </DocumentItem>
      )}
    </DocumentList>
  );
}
