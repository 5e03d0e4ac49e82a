/** The day of the privacy notice's words (web/screens/privacy-page.tsx): a new day for each change of them. */
export const PRIVACY_VERSION = '2026-11-24';
