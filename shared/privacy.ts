/** The day of the privacy notice's words (web/screens/privacy-page.tsx): a new day for each change of them. */
export const PRIVACY_VERSION = '2026-11-27';

/**
 * What may keep personal data outside South Africa, if a deployment has it: Google's drive, Freshdesk, and the log of
 * the firewall, which AWS keeps in us-east-1 (docs/operations/run.md).
 */
export const VENDORS = ['drive', 'helpdesk', 'firewall'] as const;
export type Vendor = (typeof VENDORS)[number];
