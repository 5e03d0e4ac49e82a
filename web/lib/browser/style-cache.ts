import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * Returns Emotion's cache of styles, which puts the rules of each render into a new style element. A rule that is added
 * to a sheet which is already in use makes Chromium style the whole page again, because of Chakra's cascade layers.
 */
export const makeStyleCache = (): EmotionCache => {
  const cache = createCache({ key: 'css' });
  const { sheet } = cache;
  const insert = sheet.insert.bind(sheet);
  let isOpen = false;

  sheet.insert = (rule) => {
    if (!isOpen) {
      isOpen = true;
      // Emotion begins a new style element when this count is 0.
      sheet.ctr = 0;
      queueMicrotask(() => {
        isOpen = false;
      });
    }
    insert(rule);
  };

  return cache;
};
