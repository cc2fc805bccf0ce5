import type { Session } from './session.ts';

/** Does one person's work, so many rounds of it. */
export type Worker = (rounds: number) => Promise<void>;

interface Place {
  readonly number: number;
  readonly batchId: string;
  /** Of everybody who has applied so far. */
  readonly applicationIds: string[];
}

const idOf = (address: string) => `/api/applications/${address}`;

/** Applies, sets a password, and then changes the phone number and looks at it again, round after round. */
export const createApplicant =
  (session: Session, { number, batchId, password, applicationIds }: Place & { readonly password: string }): Worker =>
  async (rounds) => {
    const email = `applicant${number}@load.example`;
    const names = { firstName: `Number ${number}`, lastName: 'Of Many' };
    const { _id } = await session.send('POST', '/api/applications', { batchId, email, ...names });
    await session.send('POST', '/api/signup', { email, password });
    const id = String(_id);
    applicationIds.push(id);
    for (let round = 0; round < rounds; round += 1) {
      const phoneNumber = `+63 ${number} ${round}`;
      await session.send('PUT', idOf(id), { phoneNumber });
      const read = await session.send('GET', idOf(id));
      if (read.phoneNumber !== phoneNumber)
        session.complain(`${email} wrote ${phoneNumber}, reads ${read.phoneNumber}`);
      const listed = (await session.send('GET', '/api/applications?filter=mine')) as unknown as readonly {
        readonly phoneNumber: string;
      }[];
      if (listed[0]?.phoneNumber !== phoneNumber) session.complain(`${email} wrote ${phoneNumber}, but lists another`);
    }
  };

/** Comments on whatever application there is, with what they had read of it, and finds the comment in it afterwards. */
export const createStaff =
  (session: Session, { number, batchId, applicationIds }: Place): Worker =>
  async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      await session.send('GET', `/api/batches/${batchId}`);
      const id = applicationIds[(number * rounds + round) % Math.max(1, applicationIds.length)];
      if (id === undefined) continue;
      const message = `Seen by ${number} in round ${round}`;
      const { version, adminComments } = await session.send('GET', idOf(id));
      const kept = (adminComments ?? []) as readonly object[];
      await session.send('PUT', idOf(id), { version, adminComments: [...kept, { message }] });
      const read = await session.send('GET', idOf(id));
      if (!JSON.stringify(read.adminComments).includes(message))
        session.complain(`${message} is not to be read in ${id}`);
    }
  };
