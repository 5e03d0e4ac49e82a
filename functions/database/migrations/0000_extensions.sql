CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
-- The form in which texts are compared: searchForm (shared/search-form.ts) does the same for what is typed.
CREATE FUNCTION "search_form"("text" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(
	normalize(replace(replace(replace(replace(translate(
		lower(
			regexp_replace(
				normalize("text", NFKD),
				' [\u0300\u0301\u0313\u0314]|['
				'''`\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u07F4\u07F5\u2018\u2019\u201B\u2032\u2035\u275B\u275C\uA78B\uA78C'
				'\u0300-\u036F\u0483-\u0489\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F'
				'\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
				'\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
				'', 'g'
			) COLLATE "pg_c_utf8"
		),
		'øłđðħıŧŋĸƀɓƈɖɗƒɠǥɨƙƚɲƞɵƥƭʈʋƴƶȥɇɉɋɍɏɔɛəǝς', 'olddhitnkbbcddfggiklnnopttvyzzejqryoeeeσ'
	), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC),
	'[\u0001-\u0020\u007F-\u009F\u1680\u2028\u2029'
	'\-\u02D7\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0\U00010D6E\U00010EAD'
	',;\u060C\u061B\u3001]+',
	' ', 'g'
));
