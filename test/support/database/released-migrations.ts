/** What a database notes of a migration, or depends on. */
export interface Migration {
  sha256: string;
  /** The time by which drizzle orders it. */
  when: number;
}

interface Release {
  changelog: string;
  /** The migrations that each release added, by its version. */
  released: Record<string, Record<string, Migration>>;
  /** Those in the folder, in the order of the journal. */
  migrations: Record<string, Migration>;
}

const readSections = (changelog: string) =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...body] = section.split('\n');
      const [, version] = /^(\S+) - \d{4}-\d{2}-\d{2}$/.exec(heading) ?? [];

      return { releasedVersion: version, isEmpty: body.join('').trim() === '' };
    });

/**
 * Lists what is wrong with the list of released migrations. The changelog says what is released: each section with a
 * date. If nothing is written above the newest of them, this is the commit of a release, which must list every migration.
 */
export const findReleaseFaults = ({ changelog, released, migrations }: Release): string[] => {
  const sections = readSections(changelog);
  const versions = sections.flatMap(({ releasedVersion }) => releasedVersion ?? []);
  const listed = Object.assign({}, ...Object.values(released)) as Record<string, Migration>;
  const isChanged = (tag: string) => JSON.stringify(migrations[tag]) !== JSON.stringify(listed[tag]);
  const begun = sections.find(({ isEmpty }) => !isEmpty);
  const isRelease = begun?.releasedVersion !== undefined;

  return [
    ...versions.filter((version) => !(version in released)).map((version) => `${version} is not listed`),
    ...Object.keys(released)
      .filter((version) => !versions.includes(version))
      .map((version) => `${version} is listed without a section that has a date`),
    ...Object.keys(listed)
      .filter(isChanged)
      .map((tag) => `${tag} is released and was changed`),
    ...Object.keys(migrations)
      .filter((tag, position) => (isRelease || position < Object.keys(listed).length) && !(tag in listed))
      .map((tag) => `${tag} must be listed: ${JSON.stringify({ [tag]: migrations[tag] })}`),
  ];
};
