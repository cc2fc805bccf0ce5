import { problemsOf } from '../api/api-client.ts';

/** Whether a refused sign-in asks for the code of a second factor, or refuses the one that was sent. */
export const asksCode = (error: unknown): boolean => problemsOf(error).some(({ field }) => field === 'code');
