import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DocumentVersion } from '../../../../api/contract/versions.ts';
import { can } from '../../../../domain/access/policy.ts';
import { useActor, useUser } from '../session/session.ts';
import { type VersionsPath, versionsQuery } from './versions.ts';

export interface News {
  /** What others have saved, from the newest. */
  readonly versions: readonly DocumentVersion[];
  readonly dismiss: () => void;
}

/** What others save while a document is open in an editor, and what they have saved since `since`, until it is dismissed. */
export function useNews({
  path,
  organizationId,
  document,
  since,
}: {
  path: VersionsPath;
  organizationId: string;
  /** Undefined for a new document. */
  document: { readonly _id: string; readonly version: number } | undefined;
  /** The version that the edits are based on; a change of it is ignored. */
  since: number | undefined;
}): News {
  const { data: user } = useUser();
  const canRead = can(useActor(), 'history.read', { organizationId });
  const { _id: id = '', version } = document ?? {};
  const [seen, setSeen] = useState(since ?? version);
  const isBehind = version !== undefined && seen !== undefined && version > seen;
  const { data = [], refetch } = useInfiniteQuery({ ...versionsQuery(path, id), enabled: canRead && isBehind });
  const isComplete = data.length === 0 || version === undefined || data.some((one) => one.version >= version);
  useEffect(() => {
    if (!isComplete) void refetch();
  }, [isComplete, refetch]);
  const isOwn = ({ actor }: DocumentVersion) => actor.kind === 'user' && actor.id === user?._id;
  return {
    versions: isBehind ? data.filter((one) => one.version > seen && !isOwn(one)) : [],
    dismiss: () => setSeen(version),
  };
}
