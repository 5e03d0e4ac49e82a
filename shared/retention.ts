/** Days for which the database can be restored; a deleted client stays in its backups for so long. */
export const BACKUP_DAYS = 35;

/** Days for which the log of the firewall is kept. */
export const FIREWALL_LOG_DAYS = 30;

/** Days for which the functions' logs are kept; a restore reads them for what changed since the backup. */
export const LOG_DAYS = 90;
