/** All paths below DATA_DIR, held under an exclusive lock by this process until `release` (or its death). */
export interface DataDirectory {
  readonly path: string;
  readonly events: string;
  readonly vault: string;
  /** The file of one collection (a projection's generation), below `read-models/`. */
  readonly readModel: (collection: string) => string;
  readonly files: string;
  readonly outbox: string;
  readonly masterKey: string;
  readonly socket: string;
  release(): void;
}

export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  constructor(path: string) {
    super(`${path} is in use by another Intake process. Stop it first, or choose another DATA_DIR.`);
  }
}

/** Creates what is missing (readable by this user only) and takes the lock. */
export function openDataDirectory(_path: string): DataDirectory {
  throw new Error('arrives with the next commit');
}
