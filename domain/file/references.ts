const ADDRESS = /^\/api\/download\/([A-Za-z0-9_-]{1,64})(?:\/|$)/;
const ADDRESS_MEMBER = 'imageUrl';

const FILE_ID = /^[A-Za-z0-9_-]{1,64}$/;

export const isFileIdText = (text: string): boolean => FILE_ID.test(text);

/** The file id in member `name` of a document: of a file reference, or of a picture's address. */
export function fileIdIn(name: string, value: unknown): string | null {
  if (typeof value === 'string') return name === ADDRESS_MEMBER ? (ADDRESS.exec(value)?.[1] ?? null) : null;
  if (typeof value !== 'object' || value === null || !('fileId' in value)) return null;
  return typeof value.fileId === 'string' ? value.fileId : null;
}

export interface FoundReference {
  readonly fileId: string;
  /** In the form of error fields: `attachments.0`. */
  readonly path: string;
  /** The member that holds it, or whose list does. */
  readonly member: string;
  readonly value: unknown;
}

export function referencesIn(root: unknown): readonly FoundReference[] {
  const found: FoundReference[] = [];
  const pending: { readonly value: unknown; readonly path: string; readonly member: string }[] = [
    { value: root, path: '', member: '' },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, member } = next;
    const fileId = fileIdIn(member, value);
    if (fileId !== null) found.push({ fileId, path, member, value });
    else if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      for (const [name, inner] of Object.entries(value)) {
        pending.push({ value: inner, path: path === '' ? name : `${path}.${name}`, member: isList ? member : name });
      }
    }
  }
  return found.reverse();
}

export const fileIdsIn = (root: unknown): ReadonlySet<string> =>
  new Set(referencesIn(root).map(({ fileId }) => fileId));
