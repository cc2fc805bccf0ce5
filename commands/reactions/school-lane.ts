import type { organization } from '../../domain/organization/organization.ts';
import { type Lane, schoolMailLane } from '../outbox/lanes.ts';

/** A school with a mail service of its own has its own lane. */
export const laneOf = ({ secrets }: typeof organization.initial, organizationId: string): Lane =>
  secrets.sendGridApiKey === null ? 'mail' : schoolMailLane(organizationId);
