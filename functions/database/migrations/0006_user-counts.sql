CREATE TABLE "user_counts" (
	"id" serial PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"status" smallint NOT NULL,
	"accounts" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_role_status";--> statement-breakpoint
CREATE INDEX "users_role_status" ON "users" USING btree ("user_role","User_Status","User_Id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_check" CHECK ("users"."user_role" in ('admin', 'client'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_status_check" CHECK ("users"."User_Status" in (0, 1));--> statement-breakpoint
-- One row for all that a statement adds or removes alike, so that loading thousands leaves a handful.
CREATE FUNCTION "count_added_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.user_counts (role, status, accounts)
	SELECT user_role, "User_Status", count(*) FROM added GROUP BY user_role, "User_Status";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_removed_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.user_counts (role, status, accounts)
	SELECT user_role, "User_Status", -count(*) FROM removed GROUP BY user_role, "User_Status";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_changed_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.user_counts (role, status, accounts)
	VALUES (OLD.user_role, OLD."User_Status", -1), (NEW.user_role, NEW."User_Status", 1);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_no_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM public.user_counts;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Puts together what no other transaction holds, and so waits for none. Who reads sees either the rows or their sums.
CREATE FUNCTION "fold_user_counts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH folded AS (
		DELETE FROM public.user_counts WHERE id IN (SELECT id FROM public.user_counts FOR UPDATE SKIP LOCKED)
		RETURNING role, status, accounts
	)
	INSERT INTO public.user_counts (role, status, accounts)
	SELECT role, status, sum(accounts) FROM folded GROUP BY role, status HAVING sum(accounts) <> 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_count_added" AFTER INSERT ON "users" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_added_users"();--> statement-breakpoint
CREATE TRIGGER "users_count_removed" AFTER DELETE ON "users" REFERENCING OLD TABLE AS "removed"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_removed_users"();--> statement-breakpoint
CREATE TRIGGER "users_count_changed" AFTER UPDATE OF "user_role", "User_Status" ON "users" FOR EACH ROW
	WHEN (OLD."user_role" <> NEW."user_role" OR OLD."User_Status" <> NEW."User_Status")
	EXECUTE FUNCTION "count_changed_user"();--> statement-breakpoint
CREATE TRIGGER "users_count_none" AFTER TRUNCATE ON "users"
	FOR EACH STATEMENT EXECUTE FUNCTION "count_no_users"();--> statement-breakpoint
-- By chance, so that the rows stay few, one change in a hundred takes a moment longer, and no other anything.
CREATE TRIGGER "users_count_fold" AFTER INSERT OR DELETE ON "users" FOR EACH STATEMENT
	WHEN (random() < 0.01) EXECUTE FUNCTION "fold_user_counts"();--> statement-breakpoint
CREATE TRIGGER "users_count_fold_changed" AFTER UPDATE OF "user_role", "User_Status" ON "users" FOR EACH ROW
	WHEN (random() < 0.01) EXECUTE FUNCTION "fold_user_counts"();--> statement-breakpoint
-- The triggers have locked the table until this migration ends, so that nobody is missed or counted twice.
INSERT INTO "user_counts" ("role", "status", "accounts")
SELECT "user_role", "User_Status", count(*) FROM "users" GROUP BY "user_role", "User_Status";
