import { Marked, type Token, type TokensList } from 'marked';

const marked = new Marked({ gfm: true, breaks: true });

export type { Token };

/** The tokens of a text. The page uses h1 and h2, so the author's headings start below them, without gaps. */
export function lexed(markdown: string): TokensList {
  const tokens = marked.lexer(markdown);
  const headings: { depth: number }[] = [];
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'heading') headings.push(token as { depth: number });
  });
  const highest = Math.min(...headings.map(({ depth }) => depth));
  for (const heading of headings) heading.depth = Math.min(6, heading.depth - highest + 3);
  return tokens;
}

export const everyToken = (tokens: TokensList, isFine: (token: Token) => boolean): boolean => {
  let isAllFine = true;
  marked.walkTokens(tokens, (token) => {
    isAllFine &&= isFine(token);
  });
  return isAllFine;
};

/** Unsanitized HTML: sanitize it before it reaches a page. */
export const asWritten = (tokens: TokensList): string => marked.parser(tokens);
