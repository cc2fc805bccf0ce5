import type { Endpoint } from '../api/contract/endpoint.ts';
import { ENDPOINTS } from '../api/contract/endpoints.ts';
import { type Actor, ANONYMOUS, type Role, SYSTEM } from '../domain/access/actor.ts';
import { CONFIRMED_MINUTES } from '../domain/access/confirmation.ts';
import {
  CAPABILITIES,
  type Capability,
  can,
  type Grantee,
  POLICY,
  type Resource,
  type Rule,
} from '../domain/access/policy.ts';
import { TOKEN_SCOPES, type TokenScope } from '../domain/access/token-scopes.ts';

const HERE = 'this-organization';
const person = (role?: Role, isCreator = false): Actor => ({
  kind: 'user',
  id: 'someone',
  roles: role ? [{ orgId: HERE, role }] : [],
  isCreator,
});

const program = (scope: TokenScope): Actor => ({
  kind: 'token',
  id: 'a token',
  roles: [],
  isCreator: false,
  token: { orgId: HERE, scopes: [scope] },
});

/** Each cell asks the server's own function. */
const COLUMNS: readonly {
  readonly title: string;
  readonly actor: Actor;
  readonly isOwn?: true;
  readonly grantee: Grantee;
}[] = [
  { title: 'anyone', actor: ANONYMOUS, grantee: 'anyone' },
  { title: 'signed in', actor: person(), grantee: 'signedIn' },
  { title: 'applicant (own)', actor: person(), isOwn: true, grantee: 'own' },
  { title: 'Viewer', actor: person('Viewer'), grantee: 'Viewer' },
  { title: 'Admin', actor: person('Admin'), grantee: 'Admin' },
  { title: 'Owner', actor: person('Owner'), grantee: 'Owner' },
  { title: 'creator', actor: person(undefined, true), grantee: 'creator' },
  { title: 'creator with a role', actor: person('Viewer', true), grantee: 'creatorWithRole' },
  ...TOKEN_SCOPES.map((scope) => ({
    title: `token: ${scope}`,
    actor: program(scope),
    grantee: `${scope}Token` as const,
  })),
  { title: 'operator, reactions', actor: SYSTEM, grantee: 'anyone' },
];

export function renderPermissions(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '# Who may do what',
    '',
    'Generated from `domain/access/policy.ts` by `npm run docs`; every cell is the answer of `can(actor, capability, resource)`.',
    'Roles count in their own organization only. *Read-only* is an application whose batch is Complete.',
    'The creator with a role is shown as a Viewer who carries the flag. A token is that of a program, with one scope; of `application.completeSteps`',
    'a token with `write` has the status and the comments, by `PUT /api/applications/{id}`.',
    '',
    row(['may', 'capability', ...COLUMNS.map(({ title }) => title)]),
    row(['---', '---', ...COLUMNS.map(() => ':-:')]),
    ...CAPABILITIES.map((capability) => row([POLICY[capability].label, `\`${capability}\``, ...cells(capability)])),
    '',
    '## Confirm it’s you',
    '',
    `These calls also need a log-in or a confirmation in the same session within the last ${CONFIRMED_MINUTES} minutes`,
    '([decision 71](decisions/0071-confirm-that-it-is-you.md)). *Sometimes* is a matter of what is sent.',
    '',
    row(['call', 'needs it']),
    row(['---', '---']),
    ...Object.values<Endpoint>(ENDPOINTS).flatMap(({ method, path, confirmation }) =>
      confirmation ? [row([`\`${method} ${path}\``, confirmation])] : [],
    ),
    '',
  ].join('\n');
}

const cells = (capability: Capability): readonly string[] => {
  const { notes }: Rule = POLICY[capability];
  return COLUMNS.map(({ actor, isOwn, grantee }) => {
    const resource: Resource = { organizationId: HERE, isOwn: isOwn ?? false };
    if (!can(actor, capability, resource)) return '';
    const isBarredWhenReadOnly = !can(actor, capability, { ...resource, isReadOnly: true });
    return ['✓', notes?.[grantee], isBarredWhenReadOnly && 'unless read-only'].filter(Boolean).join(' ');
  });
};
