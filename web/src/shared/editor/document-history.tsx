import { useMutation } from '@tanstack/react-query';
import { can } from '../../../../domain/access/policy.ts';
import { messageOf } from '../api/api-client.ts';
import type { Field, Values } from '../forms/field-errors.ts';
import { useActor } from '../session/session.ts';
import { showAlert } from '../ui/dialogs.tsx';
import classes from './documents.module.css';
import { History } from './history.tsx';
import type { VersionsPath } from './versions.ts';

/** The section with a document's versions, for those who may read them. */
export function DocumentHistory({
  path,
  document,
  fields,
  readVersion,
  onRestore,
}: {
  path: VersionsPath;
  document: { readonly _id: string; readonly version: number; readonly organizationId: string };
  fields: readonly Field[];
  /** The form values of a version. */
  readVersion: (version: number) => Promise<Values>;
  /** Puts them into the form; undefined for people who may not change the document. */
  onRestore?: ((values: Values) => void) | undefined;
}) {
  const restore = useMutation({
    mutationFn: readVersion,
    onSuccess: onRestore,
    onError: (error) => void showAlert(messageOf(error)),
  });
  if (!can(useActor(), 'history.read', { organizationId: document.organizationId })) return null;
  return (
    <section className={classes.preview} aria-label="History">
      <h3>History</h3>
      <History
        path={path}
        id={document._id}
        fields={fields}
        current={document.version}
        onRestore={onRestore && ((version) => restore.mutate(version))}
      />
    </section>
  );
}
