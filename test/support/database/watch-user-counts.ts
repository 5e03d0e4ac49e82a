/** Names each role and status whose count differs from its accounts. One statement, so that both are of one moment. */
export const WRONG_COUNTS = `
  SELECT string_agg(format('%s %s: %s counted, %s there', role, status, counted, there), '; ') AS wrong
  FROM (SELECT role, status, sum(accounts) AS counted FROM user_counts GROUP BY role, status) AS kept
  FULL JOIN (SELECT user_role AS role, "User_Status" AS status, count(*) AS there FROM users
    WHERE "User_Id" > 0 GROUP BY user_role, "User_Status") AS accounts USING (role, status)
  WHERE coalesce(counted, 0) <> coalesce(there, 0)`;

const WATCH = [
  `CREATE FUNCTION watch_user_counts() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    found text;
  BEGIN
    -- A test may begin with an older database.
    IF to_regclass('user_counts') IS NULL THEN RETURN NULL; END IF;
    SELECT wrong INTO found FROM (${WRONG_COUNTS}) AS counts;
    IF found IS NOT NULL THEN RAISE EXCEPTION 'The counts of users are wrong: %', found; END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER zz_watch_counts AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON users
    FOR EACH STATEMENT EXECUTE FUNCTION watch_user_counts()`,
];

/**
 * Makes every write of `users` compare the counts with the accounts, and fail if they differ. PostgreSQL runs triggers
 * in alphabetical order, so the name of this one puts it behind those that write the counts. `execute` runs a statement
 * as the owner of the tables.
 */
export const watchUserCounts = async (execute: (statement: string) => Promise<unknown>): Promise<void> => {
  for (const statement of WATCH) {
    await execute(statement);
  }
};
