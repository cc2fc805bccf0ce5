import { useMemo } from 'react';
import { whenIdle } from '../browser/idle.ts';
import classes from './markdown.module.css';
import { markdownHtml, sanitized } from './markdown-html.ts';
import { asWritten, lexed } from './markdown-parsing.ts';

/** The one way in which markdown reaches the page. */
export function Markdown({ children }: { children: string }) {
  const html = useMemo(() => markdownHtml(children), [children]);
  return (
    <div
      className={classes.markdown}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by DOMPurify in markdownHtml
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

const REHEARSED = '# A\n\n- **b** [c](https://d.e) `f`';

/** Browsers compile an expression when it is first used: here piece by piece, while nobody waits. */
export async function rehearse(): Promise<void> {
  await whenIdle();
  const tokens = lexed(REHEARSED);
  await whenIdle();
  sanitized(asWritten(tokens));
  await whenIdle();
}
