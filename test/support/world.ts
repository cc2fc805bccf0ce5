import { type Applied, applied, createSchool, type School } from './school.ts';
import type { TestServer } from './server.ts';

/** A school with one thing of each kind, so that every call has something to be about. */
export interface World extends School {
  readonly applicant: Applied;
  /** The applicant's, in the Open batch. */
  readonly applicationId: string;
}

export async function createWorld(server: TestServer, slug: string): Promise<World> {
  const school = await createSchool(server, slug);
  const applicant = await applied(server, school);
  return { ...school, applicant, applicationId: applicant.applicationId };
}
