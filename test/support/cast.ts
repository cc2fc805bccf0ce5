import { type Actor, ANONYMOUS, type Role } from '../../domain/access/actor.ts';
import type { Client } from './client.ts';
import { addStaff, ensured, freshEmail, makeCreator, PASSWORD, signedIn } from './school.ts';
import type { TestServer } from './server.ts';
import type { World } from './world.ts';

/** The roles of the policy table; staff are of one organization, `creatorViewer` also has the flag. */
export const PEOPLE = [
  'visitor',
  'stranger',
  'applicant',
  'Viewer',
  'Admin',
  'Owner',
  'creator',
  'creatorViewer',
] as const;
export type Person = (typeof PEOPLE)[number];

const ROLE_OF: Partial<Record<Person, Role>> = {
  Viewer: 'Viewer',
  Admin: 'Admin',
  Owner: 'Owner',
  creatorViewer: 'Viewer',
};

export function actorOf(person: Person, { organizationId }: Pick<World, 'organizationId'>): Actor {
  if (person === 'visitor') return ANONYMOUS;
  const role = ROLE_OF[person];
  return {
    kind: 'user',
    id: person,
    roles: role ? [{ orgId: organizationId, role }] : [],
    isCreator: person.startsWith('creator'),
  };
}

export interface Cast {
  readonly clients: Readonly<Record<Person, Client>>;
  again(person: Person): Promise<Client>;
}

export async function createCast(server: TestServer, world: World): Promise<Cast> {
  const { organizationId, slug } = world;
  const strangerEmail = freshEmail();
  await server.client().call('signup', { body: { email: strangerEmail, password: PASSWORD } });
  const emails: Record<Exclude<Person, 'visitor'>, string> = {
    stranger: strangerEmail,
    applicant: world.applicant.email,
    Viewer: `viewer@${slug}.example`,
    Admin: `admin@${slug}.example`,
    Owner: `owner@${slug}.example`,
    creator: freshEmail(),
    creatorViewer: freshEmail(),
  };
  await ensured(server, emails.creator);
  await addStaff(server, organizationId, emails.creatorViewer, 'Viewer');
  for (const email of [emails.creator, emails.creatorViewer]) await makeCreator(server, email);
  const clients = {} as Record<Person, Client>;
  const again = async (person: Person) => {
    clients[person] =
      person === 'visitor' ? server.client({ organizationId }) : await signedIn(server, emails[person], organizationId);
    return clients[person];
  };
  for (const person of PEOPLE) await again(person);
  return { clients, again };
}
