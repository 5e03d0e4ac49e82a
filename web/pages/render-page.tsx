import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { ROLES } from '#shared/contract/limits.ts';
import { addressOf } from '#shared/edge.ts';
import { makeQueryClient } from '../lib/reads/query-client.ts';
import { sessionQuery } from '../lib/session/session.ts';
import { Portal } from '../portal.tsx';
import { makePortalRouter } from '../routes/router.tsx';
import type { RenderedPage } from './rendered-page.ts';

const TITLE = /<title>.*?<\/title>/;

/**
 * Writes the styles that the page uses in the form in which Emotion finds them in the browser: by name, global styles
 * apart. `data-s` marks them as already placed; otherwise Emotion would move them and restyle the whole page.
 */
const styleTags = ({ key, inserted, registered }: EmotionCache): string => {
  const rules = Object.entries(inserted).filter(([, css]) => typeof css === 'string');
  const isGlobal = ([name]: [string, unknown]) => registered[`${key}-${name}`] === undefined;
  const toTag = (of: string, styles: typeof rules) =>
    `<style data-emotion="${[of, ...styles.map(([name]) => name)].join(' ')}" data-s="">${styles.map(([, css]) => css).join('')}</style>`;

  return [
    ...rules.filter(isGlobal).map((rule) => toTag(`${key}-global`, [rule])),
    toTag(
      key,
      rules.filter((rule) => !isGlobal(rule)),
    ),
  ].join('');
};

/** Collects the addresses that the queries of a rendered screen would request. */
const readsOf = async (queryClient: QueryClient): Promise<string[]> => {
  const reads: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (path) => {
    reads.push(String(path));

    return Promise.reject(new Error('Nothing is asked while a page is rendered'));
  };
  const waiting = queryClient.getQueryCache().findAll({
    predicate: ({ options, queryKey }) =>
      !('enabled' in options && options.enabled === false) && queryKey[0] !== sessionQuery.queryKey[0],
  });
  await Promise.allSettled(waiting.map((query) => query.fetch()));
  globalThis.fetch = fetch;

  return reads;
};

/** Renders a screen as the browser would show it first, before any answer of the server. */
export const renderPage = async (page: string): Promise<RenderedPage> => {
  const queryClient = makeQueryClient(() => undefined);
  const history = createMemoryHistory({ initialEntries: [addressOf(page)] });
  const router = makePortalRouter({ queryClient, isRenderedAhead: true }, history);
  await router.load();

  const cache = createCache({ key: 'css' });
  // Collects the styles instead of writing them between the elements.
  cache.compat = true;
  const { prelude } = await prerender(
    <CacheProvider value={cache}>
      <Portal queryClient={queryClient} router={router} />
    </CacheProvider>,
    {
      // Otherwise a large part would be sent after the rest, with an inline script that moves it into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  const rendered = await new Response(prelude).text();

  return {
    title: TITLE.exec(rendered)?.[0] ?? '',
    html: rendered.replace(TITLE, ''),
    styles: styleTags(cache),
    role: ROLES.find((role) => page.startsWith(`/${role}`)),
    reads: await readsOf(queryClient),
  };
};
