import { expect, test } from 'vitest';
import { PROJECTIONS } from '../api/read-models/read-models.ts';
import { sampleDigest } from '../test/support/sample-digest.ts';

test.each(PROJECTIONS.map((projection) => [projection.name, projection] as const))(
  'the folds of %s match its version',
  (name, projection) => {
    if (projection.digest === sampleDigest(projection)) return;
    const next = projection.version + 1;
    const digest = sampleDigest({ ...projection, version: next });
    expect.fail(
      `The projection ${name} makes other documents of the samples than its version ${projection.version} did.\n` +
        `Stored documents keep the old form until a new version rebuilds them. In its file, replace both lines:\n` +
        `  version: ${next},\n  digest: '${digest}',`,
    );
  },
);
