import fc from 'fast-check';

/** CI judges the same commit alike each time. Everywhere else properties are tried with new examples. */
if (process.env.SEED) fc.configureGlobal({ seed: Number(process.env.SEED) });
