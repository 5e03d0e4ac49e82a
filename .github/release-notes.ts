import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the section of the changelog about this version, without its heading; throws if it is missing or empty. */
export const readSection = (changelog: string, version: string): string => {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((each) => each.split(/\s/, 1)[0] === version);
  if (section === undefined) {
    throw new Error(`CHANGELOG.md has no section '## ${version}'.`);
  }
  // Its date is what makes CI ask for the list of released migrations.
  if (!/^\S+ - \d{4}-\d{2}-\d{2}\n/.test(section)) {
    throw new Error(`The section '## ${version}' of CHANGELOG.md has no date.`);
  }
  const notes = section.split('\n').slice(1).join('\n').trim();
  if (notes === '') {
    throw new Error(`The section '## ${version}' of CHANGELOG.md is empty.`);
  }

  return notes;
};

/** Returns the version that a tag such as `v1.2.0` names; throws if package.json has another version. */
export const readVersion = (tag: string, packageVersion: string): string => {
  if (tag !== `v${packageVersion}`) {
    throw new Error(`The tag is ${tag || 'missing'}, but package.json has the version ${packageVersion}.`);
  }

  return packageVersion;
};

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const version = readVersion(process.argv[2] ?? '', JSON.parse(read('package.json')).version);
  process.stdout.write(`${readSection(read('CHANGELOG.md'), version)}\n`);
}
