export const ACTION_LINK = 'actionLink';

const LINK_TO_IT = /\[([^[\]]*)\]\(<?\{\{\s*actionLink\s*\}\}>?\)/g;
const ITSELF = /<?\{\{\s*actionLink\s*\}\}>?/g;
const HAS_IT = /\{\{\s*actionLink\s*\}\}/;
const WORD = /[\p{L}\p{N}]/u;

/** A line that holds only the link is deleted; in a sentence the linked words stay. */
export function withoutActionLink(body: string): string {
  if (!HAS_IT.test(body)) return body;
  const lines = body.split('\n').flatMap((line) => {
    if (!HAS_IT.test(line)) return [line];
    if (!WORD.test(line.replace(LINK_TO_IT, '').replace(ITSELF, ''))) return [];
    return [line.replace(LINK_TO_IT, '$1').replace(ITSELF, '').trimEnd()];
  });
  return lines
    .filter((line, index) => line.trim() !== '' || (index > 0 && lines[index - 1]?.trim() !== ''))
    .join('\n')
    .trim();
}
