/** What a reader of the log folds. A page may omit all other events, except its last one. */
export interface Interest {
  /** With `PersonalDataErased`, which reaches every reader. */
  readonly types: ReadonlySet<string>;
  /** Of other organizations only erasures are read; null: all. */
  readonly organizations: ReadonlySet<string> | null;
  /** False: `personal` is null, and nothing is decrypted. */
  readonly isPersonal: boolean;
}
