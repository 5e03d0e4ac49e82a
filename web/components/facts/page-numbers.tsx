import { Global } from '@emotion/react';

const SMALL = { font: '8pt sans-serif', color: '#50586f' };

/** Numbers the sheets of a page that is printed, in browsers that can; others print none. */
export const PageNumbers = () => (
  <Global
    styles={{
      '@page': { '@bottom-right': { content: '"Page " counter(page) " of " counter(pages)', ...SMALL } },
    }}
  />
);
