import { TEXTS } from '../../../../domain/text/texts.ts';
import { useIsHydrated } from '../browser/hydrated.ts';
import { drafts } from '../drafts/drafts.ts';
import { useUser } from '../session/session.ts';

/** For people who may no longer change what they were changing: whether a draft with such a name waits for them. */
export function KeptDraftNote({ namePrefix }: { namePrefix: string }) {
  const { data: user } = useUser();
  const isHydrated = useIsHydrated();
  const names = isHydrated && user ? drafts.of(user._id).names() : [];
  if (!names.some((name) => name.startsWith(namePrefix))) return null;
  return <p>{TEXTS.editing.draftKept}</p>;
}
