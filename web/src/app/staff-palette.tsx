import type { ComponentProps } from 'react';
import { can } from '../../../domain/access/policy.ts';
import { pagePath } from '../../../domain/values/pages.ts';
import { TABS } from '../features/config/config-page.tsx';
import { organizationFields } from '../features/config/organization/fields.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { useActor } from '../shared/session/session.ts';
import { useOtherTheme } from './theme-switch.tsx';
import { useLeave } from './use-leave.ts';

export function StaffPalette({
  organization,
  ...rest
}: Pick<ComponentProps<typeof Palette>, 'organization' | 'recentIds' | 'onClose'>) {
  const actor = useActor();
  const { leave } = useLeave();
  const { label, press } = useOtherTheme();
  const about = { organizationId: organization._id };
  const config = pagePath('config');
  const tabs = TABS.filter(({ capability }) => can(actor, capability, about)).map((tab) => ({
    id: `tab-${tab.path}`,
    label: tab.label,
    detail: 'Config',
    target: `${config}/${tab.path}`,
  }));
  const audit = can(actor, 'audit.read', about)
    ? [{ id: 'audit', label: 'Audit log', detail: 'All changes with their authors', target: pagePath('audit') }]
    : [];
  const security = can(actor, 'securityLog.read', about)
    ? [
        {
          id: 'security',
          label: 'Security log',
          detail: 'Logins, refused requests and access to data',
          target: pagePath('securityLog'),
        },
      ]
    : [];
  const projections = can(actor, 'projection.manage')
    ? [
        {
          id: 'projections',
          label: 'Projections',
          detail: 'The progress of each read model',
          target: pagePath('projections'),
        },
      ]
    : [];
  const fields = can(actor, 'organization.write', about)
    ? organizationFields(organization, can(actor, 'organization.writeSecrets', about)).map(
        ({ name, label: field }) => ({
          id: `field-${name}`,
          label: field,
          detail: 'Organization',
          target: `${config}/organization#${name}`,
        }),
      )
    : [];
  const actions = [
    { id: 'theme', label, keywords: 'dark light colours', target: press },
    { id: 'logout', label: 'Log out', keywords: 'sign out logout', target: leave },
  ];
  return (
    <Palette
      organization={organization}
      settings={[...tabs, ...audit, ...security, ...projections, ...fields]}
      actions={actions}
      {...rest}
    />
  );
}
