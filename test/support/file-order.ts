import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Browsers come first, because they keep every core busy; then from the kinds whose files take longest to those whose files
 * take least, so that no worker ends long after the others.
 */
const KINDS = ['browser-servers', 'browser', 'api-servers', 'api', 'contract', 'unit', 'measured'];

/**
 * Where files do not isolate, a worker goes on to the next file only if that is of the same kind, and keeps what it has
 * loaded and its browser: so each kind comes in a row.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => KINDS.indexOf(a.project.name) - KINDS.indexOf(b.project.name));
  }
}
