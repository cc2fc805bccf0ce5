export interface DrawnMarkdown {
  readonly html: string;
  readonly isWhole: boolean;
}

const UNKNOWN: DrawnMarkdown = { html: '', isWhole: true };

let draw: (markdown: string) => DrawnMarkdown = () => UNKNOWN;

export const drawMarkdownBy = (drawing: typeof draw): void => {
  draw = drawing;
};

export const drawnMarkdown = (markdown: string): DrawnMarkdown => draw(markdown);
