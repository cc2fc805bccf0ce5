import type { Logger } from 'pino';
import { systemContext } from '../../../commands/context/context.ts';
import type { Composition } from '../../composition/composition.ts';
import { noteDemoPassword } from './create-demo.ts';
import { withdrawPublishedPassword } from './demo-passwords.ts';

/** Ends the published password if the data of a local demo is now served to others. */
export async function withdrawDemoPassword(
  { environment }: Pick<Composition, 'environment'>,
  logger: Logger,
): Promise<void> {
  const emails = await withdrawPublishedPassword(environment, systemContext(environment.now()));
  if (emails.length === 0) return;
  await noteDemoPassword(environment, { isRandom: true });
  logger.warn(
    { accounts: emails },
    'HOST or PUBLIC_URL is not loopback, so the published password of the demo accounts no longer works. `npm run intake -- demo password` gives them a random one and prints it.',
  );
}
