import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { inputIdOf } from '../forms/form-field.tsx';

/** Moves the focus to the field that the address names in its hash, such as `…/organization#logoFile`. */
export function useFieldOfAddress(form: RefObject<HTMLElement | null>, formId: string): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second press on the same link moves the focus again
  useEffect(() => {
    if (hash === '') return;
    const input = form.current?.querySelector<HTMLElement>(`#${CSS.escape(inputIdOf(formId, hash.slice(1)))}`);
    input?.focus();
    input?.parentElement?.scrollIntoView({ block: 'center' });
  }, [hash, key, form, formId]);
}
