import { mongoSource, NO_SERVER } from './mongodb.ts';

export const MONGODB_FOR_THE_RUN = 'INTAKE_TEST_MONGODB_URL';

/** One MongoDB for all test files of a project; each installation has its own databases. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[MONGODB_FOR_THE_RUN] !== undefined) return undefined;
  const source = mongoSource();
  if (!source) throw new Error(`There is ${NO_SERVER}`);
  const server = await source.start();
  process.env[MONGODB_FOR_THE_RUN] = server.url;
  return async () => {
    delete process.env[MONGODB_FOR_THE_RUN];
    await server.close();
  };
}
