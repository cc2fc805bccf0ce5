import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { afterPaint } from '../../shared/browser/after-paint.ts';
import { scrollToStart } from '../../shared/browser/motion.ts';

export interface OpenSteps {
  readonly isOpen: (index: number) => boolean;
  readonly toggle: (index: number) => void;
  readonly goTo: (index: number) => void;
}

/** Open steps are in the address (`step=0.2`). Without the parameter, the step that was active when the page opened is open. */
export function useOpenSteps(active: number | null, onOpened: (index: number) => void): OpenSteps {
  const [parameters, setParameters] = useSearchParams();
  // State of the first render: saving the last answer must not close the form.
  const [first] = useState(active === null ? [] : [active]);
  const [target, setTarget] = useState<number | null>(null);
  const open = openIn(parameters, first);
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
    const observer = new MutationObserver(focus);
    observer.observe(card, { childList: true, subtree: true });
    focus();
    return () => observer.disconnect();
  }, [isTargetOpen, target]);

  // Read from the address, because several presses may come before the next render.
  const change = (act: (open: Set<number>) => void) =>
    afterPaint(() =>
      setParameters(
        () => {
          const next = new URLSearchParams(location.search);
          const open = openIn(next, first);
          act(open);
          next.set('step', [...open].sort((one, other) => one - other).join('.'));
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    );
  const show = (index: number) => {
    onOpened(index);
    change((indices) => indices.add(index));
  };
  return {
    isOpen: (index) => open.has(index),
    toggle: (index) => (open.has(index) ? change((indices) => indices.delete(index)) : show(index)),
    goTo: (index) => {
      if (!open.has(index)) show(index);
      setTarget(index);
    },
  };
}

function openIn(parameters: URLSearchParams, first: readonly number[]): Set<number> {
  const named = parameters.get('step');
  return new Set(named === null ? first : named.split('.').filter(Boolean).map(Number));
}
