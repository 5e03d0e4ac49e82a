-- User_Id 0 is the canary's, which signs in to see that the portal answers: it is nobody whom a list counts.
CREATE OR REPLACE FUNCTION "count_added_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.user_counts (role, status, accounts)
	SELECT user_role, "User_Status", count(*) FROM added WHERE "User_Id" > 0 GROUP BY user_role, "User_Status";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_removed_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.user_counts (role, status, accounts)
	SELECT user_role, "User_Status", -count(*) FROM removed WHERE "User_Id" > 0 GROUP BY user_role, "User_Status";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_changed_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."User_Id" > 0 THEN
		INSERT INTO public.user_counts (role, status, accounts)
		VALUES (OLD.user_role, OLD."User_Status", -1), (NEW.user_role, NEW."User_Status", 1);
	END IF;
	RETURN NULL;
END $$;
