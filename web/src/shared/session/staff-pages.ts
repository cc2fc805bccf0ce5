/** The staff's pages that there are, in the order of spec §2, for the header and for whoever has no enrollment of their own. */
export const STAFF_PAGES = [
  { to: '/admin/dashboard', label: 'Dashboard', about: 'Every application, and what is to be done about it.' },
] as const;
