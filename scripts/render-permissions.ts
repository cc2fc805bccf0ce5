import { type Actor, ANONYMOUS, type Role, SYSTEM } from '../domain/access/actor.ts';
import {
  CAPABILITIES,
  type Capability,
  can,
  type Grantee,
  POLICY,
  type Resource,
  type Rule,
} from '../domain/access/policy.ts';

const HERE = 'this-organization';
const person = (role?: Role, isCreator = false): Actor => ({
  kind: 'user',
  id: 'someone',
  roles: role ? [{ orgId: HERE, role }] : [],
  isCreator,
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
  { title: 'operator, reactions', actor: SYSTEM, grantee: 'anyone' },
];

export function renderPermissions(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '# Who may do what',
    '',
    'Generated from `domain/access/policy.ts` by `npm run docs`; every cell is the answer of `can(actor, capability, resource)`.',
    'Roles count in their own organization only. *Read-only* is an application whose batch is Complete.',
    'The creator with a role is shown as a Viewer who carries the flag.',
    '',
    row(['may', 'capability', ...COLUMNS.map(({ title }) => title)]),
    row(['---', '---', ...COLUMNS.map(() => ':-:')]),
    ...CAPABILITIES.map((capability) => row([POLICY[capability].label, `\`${capability}\``, ...cells(capability)])),
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
