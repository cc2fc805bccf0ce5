import { useMemo } from 'react';
import classes from './markdown.module.css';
import { markdownHtml } from './markdown-html.ts';

/** The one way in which markdown reaches the page. `lines` shortens it to so many. */
export function Markdown({ children, lines }: { children: string; lines?: number }) {
  const html = useMemo(() => markdownHtml(children), [children]);
  return (
    <div
      className={lines ? `${classes.markdown} ${classes.clamped}` : classes.markdown}
      style={lines ? ({ '--lines': lines } as React.CSSProperties) : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by DOMPurify in markdownHtml
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
