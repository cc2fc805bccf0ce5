/** Labels below BASE_DOMAIN that an installation needs, or that visitors could mistake for the portal. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(
  [
    'about account accounts admin administrator api app apps assets auth beta blog cdn config console',
    'dashboard data db dev developer developers docs download downloads embed events files forum graphql health healthz',
    'help home host images img internal intake invite invites jobs live login logout manage manager media metrics',
    'monitor oauth office operator operations panel pay payment payments portal preview private prod production public',
    'readyz register registration reset root secure security server service services setup shop signin signout signup',
    'site sites sso stage staging static stats status store support sys sysadmin system team test testing tools trust',
    'upload uploads user users vault verify webhook webhooks ws www www1 www2 www3 web webmaster',
    // Names that make a phishing page believable.
    'admin-portal billing help-desk helpdesk login-secure my-account password-reset passwordreset reset-password',
    'secure-login sign-in sign-up verification',
    // Mail and its administrative addresses (RFC 2142), and names that mail and web programs look up.
    'abuse autoconfig autodiscover bounce bounces dmarc dkim email hostmaster imap info mail mailer mails mailer-daemon mta-sts',
    'mx mx1 mx2 newsletter no-reply noreply noc pop pop3 postmaster relay smtp spf webmail wpad isatap',
    'analytics backup backups cache cpanel dns edge ftp gateway git gitlab github grafana kibana ldap lb localhost local log',
    'logs mongo mongodb mysql ns ns1 ns2 ns3 ns4 ntp postgres prometheus proxy redis registry remote router rdp s3 search sentry',
    'sftp sip sql ssh sso storage svn syslog tracking vpn vps whm',
  ]
    .join(' ')
    .split(' '),
);

/** Labels with these hyphens are encoded (RFC 5891 §4.2.3.1): a browser may show any other name instead. */
const isCoded = (label: string): boolean => label.slice(2, 4) === '--';

export const isReservedName = (label: string): boolean => RESERVED_NAMES.has(label.toLowerCase()) || isCoded(label);
