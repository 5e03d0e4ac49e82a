/** The height of a chart's card, which its placeholder has, too. */
export const CHART_HEIGHT = { base: '15.25rem', lg: '14rem' };
