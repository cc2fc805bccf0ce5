const LIMIT = 200;
/** Invisible characters, and those that reverse the text: `cv[U+202E]fdp.exe` looks like `cvexe.pdf`. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners within emoji; invisible between other characters. */
const JOINED = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})|\uFE0F/gu;

/** The last part of a path, without invisible characters, at most 200 characters; may be empty. */
export function cleanFileName(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const kept = last.split(JOINED);
  const joints = last.match(JOINED) ?? [];
  const seen = kept.map((part, index) => part.replace(UNSEEN, '') + (joints[index] ?? '')).join('');
  return shortened(seen.normalize('NFC').replace(/\s+/g, ' ').trim());
}

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= LIMIT && name.length <= LIMIT) return name;
  const end = name.lastIndexOf('.');
  const ending = end === -1 ? '' : name.slice(end).slice(0, 10).toWellFormed();
  let base = '';
  for (const character of characters) {
    if (base.length + character.length + ending.length > LIMIT) break;
    base += character;
  }
  return base + ending;
}
