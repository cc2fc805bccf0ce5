import { Title } from '@mantine/core';
import { useId } from 'react';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx';
import { useOrganization } from './organization.ts';

const TITLES = {
  contactText: 'Contact us',
  contractText: 'Your contract',
  paymentText: 'How to pay',
} as const satisfies Partial<Record<keyof Organization, string>>;
export type SchoolTextName = keyof typeof TITLES;

/** A text of the school's settings under its heading; nothing if the school has none. */
export function SchoolText({
  name,
  organizationId,
  className,
}: {
  name: SchoolTextName;
  organizationId?: string;
  className?: string;
}) {
  const id = useId();
  const { data: organization } = useOrganization();
  const text = organization?.[name];
  if (!text || (organizationId !== undefined && organization._id !== organizationId)) return null;
  return (
    <section aria-labelledby={id} className={className}>
      <Title order={2} size="h3" id={id} mb="0.5rem">
        {TITLES[name]}
      </Title>
      <LazyMarkdown>{text}</LazyMarkdown>
    </section>
  );
}
