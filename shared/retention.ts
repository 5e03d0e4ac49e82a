/** Days for which the database can be restored; a deleted client stays in its backups for so long. */
export const BACKUP_DAYS = 35;
