import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** From the kinds whose files take longest to those whose files take least, so that no worker ends long after the others. */
const KINDS = ['api-servers', 'api', 'contract', 'unit'];

/**
 * Where files do not isolate, a worker goes on to the next file only if that is of the same kind: so each kind comes in a
 * row. Browsers come one by one between the others, because two at a time leave nothing of a small machine.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isInBrowser = ({ project }: TestSpecification) => project.name.startsWith('browser');
    const browsers = sorted.filter(isInBrowser);
    const others = sorted
      .filter((file) => !isInBrowser(file))
      .toSorted((a, b) => KINDS.indexOf(a.project.name) - KINDS.indexOf(b.project.name));
    const between = others.filter(({ project }) => project.name !== 'unit').length / browsers.length;
    return browsers.reduceRight(
      (order, browser, index) => order.toSpliced(Math.floor(index * between), 0, browser),
      others,
    );
  }
}
