import { useMemo } from 'react';
import classes from './markdown.module.css';
import { markdownHtml } from './markdown-html.ts';

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
