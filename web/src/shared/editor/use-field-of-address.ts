import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { inputIdOf } from '../forms/form-field.tsx';

/** Moves the focus to the field that the address names in its hash, such as `…/organization#logoFile`. */
export function useFieldOfAddress(form: RefObject<HTMLElement | null>, formId: string): void {
  // A second press on the same link is another location, and moves the focus again.
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    if (hash === '') return;
    const input = form.current?.querySelector<HTMLElement>(`#${CSS.escape(inputIdOf(formId, hash.slice(1)))}`);
    input?.focus();
    input?.parentElement?.scrollIntoView({ block: 'center' });
  }, [location, form, formId]);
}
