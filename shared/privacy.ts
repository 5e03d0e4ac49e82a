/** The day of the privacy notice's words (web/screens/public/privacy-page.tsx): a new day for each change of them. */
export const PRIVACY_VERSION = '2026-11-29';

/**
 * What may keep personal data outside South Africa, if a deployment has it: Google's drive, Freshdesk, and the log of
 * the firewall, which AWS keeps in us-east-1 (docs/operations/run.md).
 */
export const VENDORS = ['drive', 'helpdesk', 'firewall'] as const;
export type Vendor = (typeof VENDORS)[number];

/** What is kept in another country is kept abroad (POPIA, section 72). */
export const HOME_COUNTRY = 'South Africa';

/** Where AWS keeps the database and the copies of its backups, and who else keeps personal data. */
export interface DataPlaces {
  vendors: readonly Vendor[];
  databaseCountry: string;
  /** Null where no copy leaves the database's region. */
  copyCountry: string | null;
}
