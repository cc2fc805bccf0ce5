import { accept, type FieldError, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { type FileState, file } from '../../domain/file/file.ts';
import { type FoundReference, fileIdsIn, isFileIdText, referencesIn } from '../../domain/file/references.ts';
import type { FileTarget } from '../../domain/file/targets.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { isEqual } from '../../domain/values/is-equal.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { unusedFilesOf } from './unused-files.ts';

/** More than any document refers to; further ones count as absent. */
const MOST = 200;

export interface Referrer {
  readonly organizationId: string;
  readonly target: FileTarget;
  /** Its stream may be empty. */
  readonly id: string;
  /** The current content: existing references stay valid. */
  readonly holds: unknown;
  /** An applicant's account, null without one: files of other accounts are refused. Absent for staff. */
  readonly applicant?: string | null;
}

/** Looked up before the decision, which must be synchronous. */
export interface ReferredFiles {
  /** Stored references as the upload returned them; unknown ones stay. */
  named<Payload>(payload: Payload): Payload;
  /** Refuses new references to files of others, of other purposes, long unused or unknown. */
  check(changes: unknown, referrer: Referrer): Result<null>;
}

export async function lookUpFiles(environment: Environment, payload: unknown): Promise<ReferredFiles> {
  const ids = [...fileIdsIn(payload)].filter(isFileIdText).slice(0, MOST);
  const tooLate = ids.length === 0 ? new Set<string>() : await unusedFilesOf(environment).tooLate(ids);
  const found = new Map(
    await Promise.all(
      ids.map(async (id) => {
        const [{ state }, referrers] = await Promise.all([
          load(environment, file, id),
          environment.queries.referrersOfFile(id),
        ]);
        return [id, { state, referrers, isTooLate: tooLate.has(id) }] as const;
      }),
    ),
  );
  const nameOf = (fileId: string) => {
    const state = found.get(fileId)?.state;
    return state?.kind === 'stored' ? state.fileName : null;
  };
  return {
    named: (payload) => renamed(payload, nameOf) as typeof payload,
    check(changes, referrer) {
      const given = referencesIn(changes).filter(
        ({ value }) => referrer.target !== 'answer' || typeof value === 'object',
      );
      if (given.length === 0) return accept(null);
      const held = Map.groupBy(referencesIn(referrer.holds), ({ fileId }) => fileId);
      const isHeld = ({ fileId, value }: FoundReference) =>
        held.get(fileId)?.some((reference) => isEqual(reference.value, value)) ?? false;
      const errors: FieldError[] = given
        .filter((reference) => !isHeld(reference) && !mayRefer(referrer, reference, found.get(reference.fileId)))
        .map(({ path }) => ({ field: path, message: TEXTS.forms.fileInvalid }));
      return errors.length > 0 ? reject('refused', TEXTS.forms.fileInvalid, errors) : accept(null);
    },
  };
}

interface LookedUp {
  readonly state: FileState;
  readonly referrers: readonly string[];
  readonly isTooLate: boolean;
}

/** An answer belongs to the first application that refers to it, another file to the document it was uploaded for. */
function mayRefer(by: Referrer, { member }: FoundReference, file: LookedUp | undefined): boolean {
  if (file?.state.kind !== 'stored' || file.isTooLate) return false;
  const { organizationId, target, targetId, uploadType, fileName, uploadedBy } = file.state;
  const stream = streamOf(by.target === 'answer' ? 'application' : by.target, by.id);
  return (
    fileName !== null &&
    organizationId === by.organizationId &&
    target === by.target &&
    (target === 'answer' || uploadType === uploadTypeOf(member)) &&
    (targetId === null || targetId === by.id) &&
    (by.applicant === undefined || uploadedBy === null || uploadedBy === by.applicant) &&
    file.referrers.every((referrer) => referrer === stream)
  );
}

const uploadTypeOf = (member: string) => (member === 'imageUrl' ? 'questionImage' : member);

function renamed(value: unknown, nameOf: (fileId: string) => string | null): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => renamed(element, nameOf));
  if ('fileId' in value && typeof value.fileId === 'string') {
    const fileName = nameOf(value.fileId);
    return fileName === null ? value : { fileId: value.fileId, fileName };
  }
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, renamed(inner, nameOf)]));
}
