/** The heights of a chart's card with one series, whose title takes two lines on a phone; its placeholder has them, too. */
export const CHART_HEIGHT = { base: '18.1875rem', sm: '16.9375rem' };

/** As above, with two series, whose values take two lines. */
export const CHART_HEIGHT_OF_TWO = { base: '17.9375rem', sm: '16.9375rem' };
