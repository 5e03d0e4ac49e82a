-- Both indexes are on tables that grow without end, so functions/database/long-indexes.ts builds them.
SELECT 1;
