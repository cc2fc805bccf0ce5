/** The preference of a member of staff who wants no emails about assignments and mentions: false. */
export const NOTICE_MAILS = 'notices.emails';
/** The preference that holds when this account last looked at its notices in an organization: ISO-8601. */
export const noticesSeen = (organizationId: string): string => `notices.seen:${organizationId}`;
