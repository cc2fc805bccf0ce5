import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';

/** Scopes in which a name is unique: addresses of organizations, and slugs of one organization's batches. */
export const NAME_SCOPES = ['slug', 'subdomain', 'fullDomain', 'batchSlug'] as const;
export type NameScope = (typeof NAME_SCOPES)[number];

const NAME = z.object({ scope: z.enum(NAME_SCOPES), name: z.string(), ownerId: z.string() });

export const NameTaken = defineEvent({ type: 'NameTaken', audience: null, data: NAME });
/** `isReserved`: only the former holder can take the name again within a year. For slugs and subdomains only. */
export const NameReleased = defineEvent({
  type: 'NameReleased',
  audience: null,
  version: 2,
  data: NAME.extend({ isReserved: z.boolean() }),
  upcasts: { 1: ({ data, personal }) => ({ data: { ...data, isReserved: true }, personal }) },
});

export const REGISTRY_EVENTS = [NameTaken, NameReleased] as const;
export type RegistryEvent = EventOf<(typeof REGISTRY_EVENTS)[number]>;
