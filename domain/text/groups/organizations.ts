export const organizations = /* @__PURE__ */ Object.freeze({
  exists: 'This organization already exists.',
  slugInvalid: "Slug can only contain lower case a-z, digits 0-9 and the character '-'.",
  subdomainInvalid: "Subdomain can only contain lower case a-z, digits 0-9 and the character '-'.",
  domainInvalid: 'Please enter a domain name such as apply.example.org.',
  domainOfPortal: 'This domain belongs to the portal. Please enter your own.',
  nameTaken: (name: string) => `'${name}' is already in use by another organization.`,
  domainMissing: 'Please enter a domain first.',
  domainNotProven: (name: string, value: string) =>
    `There is no TXT record ${value} at ${name} yet. Please add it where you manage the domain. It can take a few hours to become visible.`,
  dnsUnavailable: (domain: string) => `DNS did not answer for ${domain}. Please try again in a few minutes.`,
  nameReserved: (name: string) => `'${name}' is reserved for the portal. Please choose another name.`,
  nameGivenUp: (name: string, freeOn: string) =>
    `Another organization gave up '${name}' less than a year ago. It is free again on ${freeOn}.`,
  timeZoneInvalid: 'Please choose a time zone such as Asia/Manila.',
  accentInvalid: 'Please enter a color such as #0b7285.',
  senderInvalid: 'Please enter a valid email address.',
  googleIdTooLong: 'A Google Analytics ID can have at most 16 characters.',
  facebookIdTooLong: 'A Facebook pixel ID must have fewer than 18 characters.',
  statusLimitHelp: 'Applications become overdue after this many days. Leave blank for no limit.',
  statusLimitInvalid: (max: number) => `Please enter whole days from 1 to ${max}, or leave the status without a limit.`,
  statusLimitTwice: (status: string) => `${status} has two limits.`,
} as const);
