import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const SCHEME = 'data-mantine-color-scheme';

function onPrinting(change: (isPrinting: boolean) => void): () => void {
  const paper = matchMedia('print');
  const update = () => change(paper.matches);
  const begin = () => change(true);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', update);
  paper.addEventListener('change', update);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', update);
    paper.removeEventListener('change', update);
  };
}

export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => onPrinting((now) => flushSync(() => setIsPrinting(now))), []);
  return isPrinting;
}

/** Printing uses the light theme: browsers omit dark backgrounds, which would hide light text. */
export function printInLight(): void {
  const { documentElement: root } = document;
  let screen: string | null = null;
  onPrinting((isPrinting) => {
    if (isPrinting && screen === null) {
      screen = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    } else if (!isPrinting && screen !== null) {
      root.setAttribute(SCHEME, screen);
      screen = null;
    }
  });
}
