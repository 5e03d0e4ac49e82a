import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { pickCommon } from '#shared/easy-passwords.ts';
import { NOTICES_PATH } from '#shared/edge.ts';
import { readCommit } from '../commit.ts';
import { nameChunks } from './pages/chunk-names.ts';
import { writePages } from './pages/write-pages.ts';

const SITE = '../dist/web';
const RENDERER = '../dist/web-renderer';

/** Replaces the module that derives the contract's table of routes from the schemas with that table (ADR 14). */
const inlineRoutes = (): Plugin => ({
  name: 'inline-routes',
  apply: 'build',
  load: {
    filter: { id: /\/shared\/contract\/routes\.ts$/ },
    handler: async () => {
      // Loaded only here: the dev server begins again when a file changes that this one imports at the top.
      const { routes } = await import('#shared/contract/routes.ts');

      return `export const routes = ${JSON.stringify(routes)};`;
    },
  },
});

/**
 * Writes the commit into the pages but into no module, so that a commit without code changes leaves cached files valid.
 */
const nameCommit = (): Plugin => ({
  name: 'name-commit',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'commit', content: readCommit() }, injectTo: 'head' },
  ],
});

/** Writes the few styles that are not Emotion's into the page, because a file of 1 KB would delay the first paint. */
const inlineStyles = (): Plugin => ({
  name: 'inline-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_link, name: string) => {
        const file = bundle[name];
        if (file?.type !== 'asset') {
          throw new Error(`The build has no ${name}`);
        }
        delete bundle[name];

        return `<style>${file.source}</style>`;
      }),
  },
});

/**
 * Marks the lists of the parts of Chakra's components as free of side effects, so that the build removes those of
 * components that are not used.
 */
const markAnatomies = (): Plugin => ({
  name: 'mark-anatomies',
  apply: 'build',
  transform: {
    filter: { id: /anatomy\.m?js$/ },
    handler: (code) => code.replaceAll(/ = ([\w$]*anatomy[\w$]*[.(])/gi, ' = /* @__PURE__ */ $1'),
  },
});

/** Keeps the passwords that are refused, a fifth of the list. */
const pickPasswords = (): Plugin => ({
  name: 'pick-passwords',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /passwords\.json$/ },
    handler: (code) => JSON.stringify(pickCommon(JSON.parse(code))),
  },
});

const COMMON_JS = /^(react|react\/jsx-runtime|react-dom|react-dom\/client)$/;

/**
 * Imports React, which is no ES module, in one place. Otherwise each file would need the bundler's helper for such
 * imports, which would be a tiny file of its own, and a call of `jsx` would be longer.
 */
const reactAsModule = (): Plugin => ({
  name: 'react-as-module',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'pre',
  resolveId: {
    filter: { id: COMMON_JS },
    handler: (id, importer) => (importer?.startsWith('\0esm:') ? null : `\0esm:${id}`),
  },
  load: {
    filter: { id: /^\0esm:/ },
    handler: async (id) => {
      const name = id.slice(5);
      const { default: whole, ...named } = await import(name);
      return `import whole from '${name}'; export default whole; export const { ${Object.keys(named).filter((key) => key !== 'module.exports')} } = whole;`;
    },
  },
});

/** Makes an ES module of the parser of CSV files, for the same reason; it is one file, which assigns `module.exports`. */
const parserAsModule = (): Plugin => ({
  name: 'parser-as-module',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /papaparse(\.min)?\.js$/ },
    handler: (code) =>
      `const module = { exports: {} }, { exports } = module;\n${code}\nexport default module.exports;`,
  },
});

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const ROOT = pathOf('.');

/** What every build of these sources has in common; plugins keep state, so each build has its own. */
const common = () =>
  ({
    root: ROOT,
    plugins: [
      inlineRoutes(),
      nameCommit(),
      inlineStyles(),
      markAnatomies(),
      pickPasswords(),
      reactAsModule(),
      parserAsModule(),
      react(),
    ],
    resolve: {
      alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('lib/forms/zod.ts', import.meta.url)) }],
    },
  }) satisfies UserConfig;

const siteBuild = (groups: Rolldown.CodeSplittingGroup[]) =>
  ({
    outDir: SITE,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    manifest: true,
    license: { fileName: NOTICES_PATH.slice(1) },
    rolldownOptions: {
      experimental: { chunkOptimization: false },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
      // Chakra's theme module also builds a config of all its recipes; nothing reads it, so it can be removed.
      treeshake: {
        manualPureFunctions: ['defineConfig', 'mergeConfigs', 'createSystem'],
      },
    },
  }) satisfies BuildOptions;

/**
 * The build of the browser side. Everything is loaded as a file from its own origin, so a strict CSP needs no hashes.
 */
export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const name =
    command === 'build'
      ? await nameChunks(
          { ...common(), build: { ...siteBuild([]), write: false } },
          {
            open: ['screens/public/auth.tsx', 'components/shell/late-parts.tsx'],
            guarded: ['screens/client/client-portal.tsx', 'screens/admin/admin-panel.tsx'],
          },
        )
      : () => null;

  return {
    ...common(),
    build: { emptyOutDir: true },
    environments: {
      client: { build: siteBuild([{ name, debugName: 'first screens' }]) },
      // The code that renders the first screens at the end of a build (ADR 27); none of it is sent to a browser.
      ssr: {
        build: {
          outDir: RENDERER,
          copyPublicDir: false,
          rolldownOptions: { input: pathOf('pages/render-page.tsx') },
        },
      },
    },
    builder: {
      buildApp: async ({ build, environments: { client, ssr } }) => {
        if (!client || !ssr) {
          throw new Error('The site is built for the browser and rendered once');
        }
        await build(client);
        await build(ssr);
        await writePages(pathOf(SITE), pathOf(`${RENDERER}/render-page.js`));
      },
    },
  };
});
