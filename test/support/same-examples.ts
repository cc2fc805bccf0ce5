import fc from 'fast-check';

/** CI judges the same commit alike each time. Everywhere else properties are tried with new examples. */
fc.configureGlobal({ seed: Number(process.env.SEED) });
