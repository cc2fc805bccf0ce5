/** How the server draws a text: whole, or only the words of it. */
export interface DrawnMarkdown {
  readonly html: string;
  readonly isWhole: boolean;
}

/** What the browser knows of a drawing that it takes over, as it has no code for it yet. */
const UNKNOWN: DrawnMarkdown = { html: '', isWhole: true };

let draw: (markdown: string) => DrawnMarkdown = () => UNKNOWN;

/** Called where pages are drawn on the server, and there only. */
export const drawMarkdownBy = (drawing: typeof draw): void => {
  draw = drawing;
};

export const drawnMarkdown = (markdown: string): DrawnMarkdown => draw(markdown);
