/** The height of a chart's card whose heading takes one line; its placeholder has it, too. */
export const CHART_HEIGHT = '14.125rem';

/** The height with a heading of two lines, which the longer title needs on a phone. */
export const CHART_HEIGHT_LONG = '16rem';
