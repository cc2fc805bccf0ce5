import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { afterPaint } from '../../shared/after-paint.ts';
import { scrollToStart } from '../../shared/motion.ts';

export interface OpenSteps {
  readonly isOpen: (index: number) => boolean;
  readonly toggle: (index: number) => void;
  /** Opens a step and takes the reader to its first question. */
  readonly goTo: (index: number) => void;
}

/** Open steps stand in the address (`step=0.2`); without a word there, the step that was active at first is open. */
export function useOpenSteps(active: number | null, onOpened: (index: number) => void): OpenSteps {
  const [parameters, setParameters] = useSearchParams();
  // As it was when the page was opened: saving the last answer must not close the form under the reader's eyes.
  const [first] = useState(active === null ? [] : [active]);
  const [target, setTarget] = useState<number | null>(null);
  const named = parameters.get('step');
  const open = new Set(named === null ? first : named.split('.').filter(Boolean).map(Number));
  const isTargetOpen = target !== null && open.has(target);

  useEffect(() => {
    if (!isTargetOpen) return;
    const card = document.getElementById(`step-${target}`);
    scrollToStart(card);
    if (!card) return setTarget(null);
    const focus = () => {
      if (card.querySelector('[aria-busy]')) return;
      const question = card.querySelector<HTMLElement>('input, textarea, select') ?? card.querySelector('button');
      question?.focus({ preventScroll: true });
      setTarget(null);
    };
    // What the step asks may still be on its way.
    const observer = new MutationObserver(focus);
    observer.observe(card, { childList: true, subtree: true });
    focus();
    return () => observer.disconnect();
  }, [isTargetOpen, target]);

  const show = (indices: ReadonlySet<number>) =>
    afterPaint(() =>
      setParameters(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.set('step', [...indices].sort((one, other) => one - other).join('.'));
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    );
  return {
    isOpen: (index) => open.has(index),
    toggle: (index) => {
      const next = new Set(open);
      if (!next.delete(index)) {
        next.add(index);
        onOpened(index);
      }
      show(next);
    },
    goTo: (index) => {
      if (!open.has(index)) {
        onOpened(index);
        show(new Set([...open, index]));
      }
      setTarget(index);
    },
  };
}
