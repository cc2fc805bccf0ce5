let drawn: string | null = null;

/** On the server, where no effect sets the document's title. */
export function noteTitle(title: string): void {
  drawn = title;
}

/** What `draw` renders, and the title that the page would set in a browser. */
export function withTitle(draw: () => string): { readonly screen: string; readonly title: string | null } {
  drawn = null;
  const screen = draw();
  return { screen, title: drawn };
}
