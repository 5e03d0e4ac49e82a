DELETE FROM "jobs" WHERE "kind" = 'helpdesk-refresh';
