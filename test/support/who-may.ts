import type { Endpoint } from '../../api/contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import { can } from '../../domain/access/policy.ts';
import { CALL_CASES } from './call-cases.ts';
import { actorOf, type Person } from './cast.ts';
import type { World } from './world.ts';

const ORDER: readonly Person[] = ['Owner', 'applicant', 'creator', 'visitor'];

/** A person with the capability, so that the request itself is judged. */
export function whoMay(name: EndpointName, world: World): Person {
  const { capability }: Endpoint = ENDPOINTS[name];
  const organizationId = CALL_CASES[name].about === 'service' ? null : world.organizationId;
  const may = (person: Person) =>
    can(actorOf(person, world), capability, { organizationId, isOwn: person === 'applicant' });
  return ORDER.find(may) ?? 'Owner';
}
