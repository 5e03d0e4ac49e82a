import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** An import for each rule that the rule must refuse. */
const PLANTED: Record<string, { file: string; imports: string }> = {
  'shared-stands-alone': { file: 'shared/a.ts', imports: '#functions/domain/target.ts' },
  'shared-imports-only-zod': { file: 'shared/b.ts', imports: 'drizzle-orm' },
  'shared-uses-no-node-module': { file: 'shared/c.ts', imports: 'node:fs' },
  'domain-knows-shared-ports-and-documents': {
    file: 'functions/domain/a.ts',
    imports: '#functions/adapters/target.ts',
  },
  'domain-imports-no-sdk': { file: 'functions/domain/b.ts', imports: 'drizzle-orm' },
  'domain-uses-no-node-module': { file: 'functions/domain/c.ts', imports: 'node:crypto' },
  'documents-know-shared': {
    file: 'functions/documents/a.ts',
    imports: '#functions/domain/target.ts',
  },
  'documents-import-no-sdk': { file: 'functions/documents/b.ts', imports: 'drizzle-orm' },
  'documents-use-no-node-module': { file: 'functions/documents/c.ts', imports: 'node:crypto' },
  'ports-know-shared': { file: 'functions/ports/a.ts', imports: '#functions/domain/target.ts' },
  'database-stands-alone': { file: 'functions/database/a.ts', imports: '#functions/ports/target.ts' },
  'adapters-know-shared-ports-and-database': {
    file: 'functions/adapters/a.ts',
    imports: '#functions/domain/target.ts',
  },
  'only-database-adapters-know-the-schema': {
    file: 'functions/adapters/google/a.ts',
    imports: '#functions/database/target.ts',
  },
  'runtime-wires-adapters-and-ports': {
    file: 'functions/runtime/a.ts',
    imports: '#functions/domain/target.ts',
  },
  'http-knows-shared-ports-and-runtime': {
    file: 'functions/http/a.ts',
    imports: '#functions/adapters/target.ts',
  },
  'handlers-reach-no-adapter': {
    file: 'functions/handlers/x/a.ts',
    imports: '#functions/adapters/target.ts',
  },
  'tasks-reach-no-adapter': { file: 'functions/tasks/a.ts', imports: '#functions/adapters/target.ts' },
  'infra-knows-shared': { file: 'infra/a.ts', imports: '#functions/domain/target.ts' },
  'local-knows-shared-and-functions': { file: 'local/a.ts', imports: '#web/lib/target.ts' },
  'operations-know-shared-functions-and-settings': {
    file: 'operations/a.ts',
    imports: '#infra/target.ts',
  },
  'web-knows-shared': { file: 'web/lib/a.ts', imports: '#functions/domain/target.ts' },
  'routes-know-screens': { file: 'web/routes/a.tsx', imports: '#web/features/y/target.ts' },
  'screens-put-features-together': { file: 'web/screens/a.tsx', imports: '#web/routes/target.ts' },
  'features-know-components-and-lib': { file: 'web/features/x/a.tsx', imports: '#web/screens/target.ts' },
  'features-never-import-each-other': { file: 'web/features/x/b.tsx', imports: '#web/features/y/target.ts' },
  'components-know-no-feature': { file: 'web/components/a.tsx', imports: '#web/features/y/target.ts' },
  'lib-knows-no-feature': { file: 'web/lib/b.ts', imports: '#web/features/y/target.ts' },
  'lazy-code-is-loaded-by-lazy-part': {
    file: 'web/features/x/c.tsx',
    imports: '#web/lib/browser/lazy-code.tsx',
  },
  'no-cycles': { file: 'local/b.ts', imports: '#local/c.ts' },
};

const TARGETS = [
  'functions/domain/target.ts',
  'functions/adapters/target.ts',
  'functions/database/target.ts',
  'functions/ports/target.ts',
  'infra/settings.ts',
  'infra/target.ts',
  'web/lib/target.ts',
  'web/lib/browser/lazy-code.tsx',
  'web/routes/target.ts',
  'web/screens/target.ts',
  'web/features/y/target.ts',
];

const READS_SETTINGS = 'operations/reads-settings.ts';
const HTML_PARSERS = ['sanitize-html', 'htmlparser2'];
const PARSES_HTML = 'functions/documents/parses-html.ts';
const RULES_ABOUT_HTML = 'functions/domain/parses-html.ts';

const importsOf = (names: string[]) => names.map((name) => `import '${name}';\n`).join('');

let folder: string;

const plant = (file: string, content: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
};

const bin = (name: string) => resolve('node_modules/.bin', name);

const lint = (file: string, content: string) => {
  plant(file, content);

  return spawnSync(bin('biome'), ['lint', '--vcs-enabled=false', file], { cwd: folder, encoding: 'utf8' });
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ow-connect-rules-'));
  for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs', 'biome.json']) {
    cpSync(file, join(folder, file));
  }
  // dependency-cruiser recognises an import of a package by the path to which it resolves.
  plant('node_modules/drizzle-orm/package.json', '{"name":"drizzle-orm","main":"index.js"}');
  plant('node_modules/drizzle-orm/index.js', '');
  for (const file of TARGETS) {
    plant(file, 'export const target = 1;\n');
  }
  for (const { file, imports } of Object.values(PLANTED)) {
    plant(file, `import '${imports}';\n`);
  }
  plant('local/c.ts', "import '#local/b.ts';\n");
  for (const name of HTML_PARSERS) {
    plant(`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`);
    plant(`node_modules/${name}/index.js`, '');
  }
  plant(READS_SETTINGS, "import '#infra/settings.ts';\n");
  plant(PARSES_HTML, importsOf(HTML_PARSERS));
  plant(RULES_ABOUT_HTML, importsOf(HTML_PARSERS));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const findViolations = (): { from: string; rule: { name: string } }[] => {
  const rooms = ['shared', 'functions', 'infra', 'local', 'operations', 'web'];
  const { stdout } = spawnSync(
    bin('depcruise'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...rooms],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );

  return JSON.parse(stdout).summary.violations;
};

describe('the house rules', () => {
  it('each house rule refuses the import planted against it', () => {
    const violations = findViolations();

    for (const [rule, { file }] of Object.entries(PLANTED)) {
      expect(
        violations.filter(({ from }) => from === file).map((violation) => violation.rule.name),
      ).toContain(rule);
    }
  });

  it('only documents may import HTML parsers', () => {
    const files = findViolations().map(({ from }) => from);

    expect(files).not.toContain(PARSES_HTML);
    expect(files.filter((file) => file === RULES_ABOUT_HTML)).toHaveLength(HTML_PARSERS.length);
  });

  it("the operators' commands may import the settings of a deployment", () => {
    expect(findViolations().map(({ from }) => from)).not.toContain(READS_SETTINGS);
  });

  it('each house rule has a planted import', async () => {
    const url = pathToFileURL(resolve('.dependency-cruiser.mjs')).href;
    const houseRules: { forbidden: { name: string }[] } = (await import(url)).default;

    expect(Object.keys(PLANTED).toSorted()).toEqual(houseRules.forbidden.map(({ name }) => name).toSorted());
  });

  it('Biome refuses process.env outside the settings and local/', () => {
    const reading = 'export const port = process.env.PORT;\n';

    expect(lint('functions/domain/reads-environment.ts', reading).stderr).toContain('noProcessEnv');
    expect(lint('local/reads-environment.ts', reading).status).toBe(0);
  });

  it('Biome refuses an object type that is not an interface', () => {
    for (const room of ['functions', 'infra', 'local', 'operations', 'shared', 'test', 'web']) {
      const { stderr } = lint(`${room}/describes-a-type.ts`, 'export type Named = { name: string };\n');

      expect(stderr).toContain('useConsistentTypeDefinitions');
    }
    expect(
      lint('local/describes-an-interface.ts', 'export interface Named {\n  name: string;\n}\n').status,
    ).toBe(0);
  });

  it('only the module that does without a storage, and the first script, touch those of the browser', () => {
    const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((path) =>
      /[.][jt]sx?$/.test(path),
    );
    const touching = files.filter((path) =>
      /\b(?:localStorage|sessionStorage)\b/.test(readFileSync(join('web', path), 'utf8')),
    );

    expect(touching.toSorted()).toEqual([
      join('lib', 'session', 'storage.ts'),
      join('public', 'first-reads.js'),
    ]);
  });

  it("Biome refuses React's own lazy, which never requests a file again that did not load", () => {
    for (const named of ['{ lazy }', '{ lazy as load }', 'React']) {
      expect(lint('web/screens/a.tsx', `import ${named} from 'react';\n`).stderr).toContain(
        'lint/style/noRestrictedImports',
      );
    }
    expect(lint('web/screens/b.tsx', "export { use } from 'react';\n").status).toBe(0);
  });

  it('all clients of the AWS SDK have one version, but for that of AWS Backup, which AWS releases rarely', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const versions = Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) =>
      name.startsWith('@aws-sdk/') && name !== '@aws-sdk/client-backup' ? [version] : [],
    );

    expect(new Set(versions).size).toBe(1);
  });

  it('no folder of the product has more than 30 files at one level', () => {
    const counts = new Map<string, number>();
    for (const file of globSync('{functions,infra,local,operations,shared,web}/**/*.{ts,tsx}')) {
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    }

    expect(counts.size).toBeGreaterThan(100);
    expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
  });

  it('files on the path of one request have different names', () => {
    const files = ['functions', 'shared', 'web'].flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
    );
    // The name of a handler is that of its route.
    const isNamedByArea = (path: string) =>
      path.startsWith(join('shared', 'contract')) ||
      path.startsWith(join('functions', 'handlers')) ||
      ['queries.ts', 'mutations.ts'].includes(basename(path));
    const named = files.filter((path) => /[.]tsx?$/.test(path) && !isNamedByArea(path));
    const paths = Map.groupBy(named, (path) => basename(path).replace(/[.]tsx?$/, ''));

    expect([...paths.values()].filter(({ length }) => length > 1)).toEqual([]);
    expect(named.length).toBeGreaterThan(300);
  });

  it('npm run check runs the house rules', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

    expect(scripts.check).toContain(
      'depcruise --config .dependency-cruiser.mjs functions shared infra local operations web',
    );
  });
});
