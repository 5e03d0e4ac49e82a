/** The house rules: what each room may import. ARCHITECTURE.md draws them. */

const ROOMS = ['shared', 'functions', 'infra', 'local', 'operations', 'web'];

/** `from` may import only files that match `to`, of the project's own files. */
const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: `^(${ROOMS.join('|')})/`, pathNot: to },
});

/** Of the packages, `from` may import only zod and the named ones. */
const onlyZod = (name, from, ...others) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: 'node_modules/', pathNot: `node_modules/(${['zod', '@types', ...others].join('|')})/` },
});

const noNode = (name, from) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { dependencyTypes: ['core'] },
});

const F = '^functions';

export default {
  forbidden: [
    only('shared-stands-alone', '^shared/', '^shared/'),
    onlyZod('shared-imports-only-zod', '^shared/'),
    noNode('shared-uses-no-node-module', '^shared/'),
    only(
      'domain-knows-shared-ports-and-documents',
      `${F}/domain/`,
      `^shared/|${F}/(domain|ports|documents)/`,
    ),
    onlyZod('domain-imports-no-sdk', `${F}/domain/`),
    noNode('domain-uses-no-node-module', `${F}/domain/`),
    only('documents-know-shared', `${F}/documents/`, `^shared/|${F}/documents/`),
    // Other people's HTML and CSV are read by parsers, never by our own expressions (D20).
    onlyZod('documents-import-no-sdk', `${F}/documents/`, 'sanitize-html', 'htmlparser2', 'papaparse'),
    noNode('documents-use-no-node-module', `${F}/documents/`),
    only('ports-know-shared', `${F}/ports/`, `^shared/|${F}/ports/`),
    only('database-stands-alone', `${F}/database/`, `^shared/|${F}/database/`),
    only(
      'adapters-know-shared-ports-and-database',
      `${F}/adapters/`,
      `^shared/|${F}/(adapters|ports|database)/`,
    ),
    only(
      'only-database-adapters-know-the-schema',
      `${F}/adapters/(?!database/)`,
      `^shared/|${F}/(adapters|ports)/`,
    ),
    only('runtime-wires-adapters-and-ports', `${F}/runtime/`, `^shared/|${F}/(runtime|adapters|ports)/`),
    only('http-knows-shared-ports-and-runtime', `${F}/http/`, `^shared/|${F}/(http|ports|runtime)/`),
    only('handlers-reach-no-adapter', `${F}/handlers/`, `^shared/|${F}/(domain|http|runtime/ports)/`),
    only('tasks-reach-no-adapter', `${F}/tasks/`, `^shared/|${F}/(domain|runtime)/`),
    only('infra-knows-shared', '^infra/', '^(infra|shared)/'),
    only('local-knows-shared-and-functions', '^local/', '^(local|shared|functions)/'),
    // The commands read the file of a deployment, but nothing of the stacks themselves.
    only(
      'operations-know-shared-functions-and-settings',
      '^operations/',
      '^(operations|shared|functions)/|^infra/settings[.]ts$',
    ),
    only('web-knows-shared', '^web/', '^(web|shared)/'),
    only('routes-know-screens', '^web/routes/', '^shared/|^web/(routes|screens|components|lib)/'),
    only(
      'screens-put-features-together',
      '^web/screens/',
      '^shared/|^web/(screens|features|components|lib)/',
    ),
    only('features-know-components-and-lib', '^web/features/', '^shared/|^web/(features|components|lib)/'),
    {
      name: 'features-never-import-each-other',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    only('components-know-no-feature', '^web/components/', '^shared/|^web/(components|lib)/'),
    only('lib-knows-no-feature', '^web/lib/', '^shared/|^web/(components|lib)/'),
    // Only lazyPart contains a failure; the router and the toaster, which have no place for a note, load their code bare.
    {
      name: 'lazy-code-is-loaded-by-lazy-part',
      severity: 'error',
      from: {
        path: '^web/',
        pathNot:
          '^web/(components/loading/lazy-part[.]tsx|routes/router[.]tsx|portal[.]tsx|components/shell/late-parts[.]tsx)$',
      },
      to: { path: '^web/lib/browser/lazy-code[.]tsx$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
