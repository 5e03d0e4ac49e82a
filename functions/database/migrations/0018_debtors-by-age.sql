-- The index is on a table that grows without end, so functions/database/long-indexes.ts builds it.
SELECT 1;
