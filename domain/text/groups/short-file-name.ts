/** Names over 22 characters: the first 12, an ellipsis, the last 4. No character is split. */
export function shortFileName(name: string): string {
  const letters = [...name];
  return letters.length > 22 ? `${letters.slice(0, 12).join('')}…${letters.slice(-4).join('')}` : name;
}
