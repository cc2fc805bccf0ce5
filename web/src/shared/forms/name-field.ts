import { displayNameOf } from '../../../../domain/user/display-name.ts';

/** The errors of a form with the name of an account, which may be empty. */
export function nameErrors({ name }: { readonly name: string }): Record<string, string> {
  const checked = displayNameOf(name);
  return checked.ok ? {} : { name: checked.rejection.message };
}
