import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Browsers first, because they keep every core busy; then the kinds with the longest files, so that no worker ends long
 * after the others.
 */
const KINDS = ['browser-servers', 'browser', 'api-servers', 'api', 'contract', 'unit', 'processes'];

/** Files that share a worker keep what it has loaded and its browser, so each kind is in a row. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => KINDS.indexOf(a.project.name) - KINDS.indexOf(b.project.name));
  }
}
