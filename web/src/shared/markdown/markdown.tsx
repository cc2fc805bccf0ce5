import { useMemo } from 'react';
import { whenIdle } from '../browser/idle.ts';
import classes from './markdown.module.css';
import { markdownHtml, sanitized } from './markdown-html.ts';
import { asWritten, lexed } from './markdown-parsing.ts';

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

/** Browsers compile a regular expression on first use: this warms up the renderer in small steps while the page is idle. */
export async function rehearse(): Promise<void> {
  await whenIdle();
  const tokens = lexed(REHEARSED);
  await whenIdle();
  sanitized(asWritten(tokens));
  await whenIdle();
}
