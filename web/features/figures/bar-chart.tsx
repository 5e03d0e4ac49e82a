import { Box, Card, chakra, Flex, Link, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { type LinkProps, Link as RouterLink } from '@tanstack/react-router';
import { scaleBand, scaleLinear } from 'd3-scale';
import { type PointerEvent, useState } from 'react';
import { nameMonthShort } from '#shared/dates.ts';
import { nameMonth } from '#shared/months.ts';
import { CHART_HEIGHT, CHART_HEIGHT_OF_TWO } from './chart-height.ts';

interface Value {
  amount: number;
  /** Said behind the amount; undefined if there is nothing to add. */
  addition?: string | undefined;
}

interface Bar {
  /** Such as '2026-11'. */
  month: string;
  /** In the order of the series. */
  values: readonly Value[];
}

interface BarChartProps {
  title: string;
  /** What the bars of a month are; one series needs no names. */
  series: readonly string[];
  /** The oldest month first; the last one is not over yet. */
  bars: readonly Bar[];
  format: (amount: number) => string;
  /** Writes an amount where there is little room. */
  formatTick: (amount: number) => string;
  /** Said instead of bars that are all zero. */
  empty: string;
  /** Where a month leads, and what is there. */
  link?: { to: (month: string) => LinkProps; name: string };
}

/** The colours of the series, and those of their shown month. */
const COLORS = [
  { bar: 'brand.400', shown: 'brand.fg', contrast: 'CanvasText' },
  { bar: 'green.600', shown: 'fg.success', contrast: 'LinkText' },
] as const;
const colorOf = (index: number) => COLORS[index] ?? COLORS[0];

const PLOT_HEIGHT_PX = 136;
/** What a legend of two lines takes, which a chart of one series has for its bars: they stand side by side. */
const LEGEND_PX = 44;
/** Room for half a line of the topmost label. */
const TOP_PX = 8;
/** The smallest bar that can be seen; a month of nothing has none. */
const BAR_MIN_PX = 2;
const TICKS = 3;

const Svg = chakra('svg');
const Line = chakra('line');
const Rect = chakra('rect');

/** A native slider over the bars: the arrow keys and a finger choose a month, and a screen reader reads its value. */
const MonthSlider = chakra('input', {
  base: {
    position: 'absolute',
    inset: '0',
    width: 'full',
    height: 'full',
    opacity: '0',
    cursor: 'default',
    _print: { display: 'none' },
  },
});

const tellMonth = (month: string, isLast: boolean) =>
  isLast ? `${nameMonth(month)} so far` : nameMonth(month);

const tellValue = ({ amount, addition }: Value, format: BarChartProps['format']) =>
  addition === undefined ? format(amount) : `${format(amount)}, ${addition}`;

const MonthTable = ({
  title,
  series,
  bars,
  format,
}: Pick<BarChartProps, 'title' | 'series' | 'bars' | 'format'>) => (
  <VisuallyHidden>
    <table>
      <caption>{title}</caption>
      {series.length > 1 && (
        <thead>
          <tr>
            <th scope="col">Month</th>
            {series.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {bars.map(({ month, values }, index) => (
          <tr key={month}>
            <th scope="row">{tellMonth(month, index === bars.length - 1)}</th>
            {series.map((name, place) => {
              const value = values[place];

              return <td key={name}>{value && tellValue(value, format)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </VisuallyHidden>
);

const makeScales = (bars: readonly Bar[]) => {
  const max = Math.max(1, ...bars.flatMap(({ values }) => values.map(({ amount }) => amount)));
  const plotPx = PLOT_HEIGHT_PX + (bars[0]?.values.length === 1 ? LEGEND_PX : 0);
  const height = scaleLinear([0, max], [plotPx, TOP_PX]).nice(TICKS);

  return {
    // Per cent of the width, so that nothing has to be measured.
    across: scaleBand(
      bars.map(({ month }) => month),
      [0, 100],
    ).padding(0.3),
    height,
    plotPx,
    // Nobody owes half a rand or is half a client: fractions would be noise.
    ticks: height.ticks(TICKS).filter(Number.isInteger),
  };
};

interface PlotProps {
  bars: readonly Bar[];
  scales: ReturnType<typeof makeScales>;
  shownIndex: number;
}

const Plot = ({ bars, scales: { across, height, plotPx, ticks }, shownIndex }: PlotProps) => (
  <Svg width="full" height={`${plotPx + 1}px`} display="block" aria-hidden>
    {ticks.map((tick) => (
      <Line key={tick} x1="0" x2="100%" y1={height(tick)} y2={height(tick)} stroke="border" />
    ))}
    {bars.map(({ month, values }, index) =>
      values.map(({ amount }, place) => {
        const top = amount > 0 ? Math.min(height(amount), plotPx - BAR_MIN_PX) : plotPx;
        const width = across.bandwidth() / values.length;
        const { bar, shown, contrast } = colorOf(place);

        return (
          <Rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the series of a month have no other key
            key={`${month} ${place}`}
            x={`${Number(across(month)) + place * width}%`}
            width={`${width}%`}
            y={top}
            height={plotPx - top}
            rx="2"
            fill={index === shownIndex ? shown : bar}
            _highContrast={{ fill: index === shownIndex ? 'Highlight' : contrast }}
          />
        );
      }),
    )}
  </Svg>
);

const TickLabels = ({
  scales: { height, ticks },
  formatTick,
  hasLinks,
}: {
  scales: PlotProps['scales'];
  formatTick: BarChartProps['formatTick'];
  hasLinks: boolean;
}) => (
  <Box
    position="relative"
    width="3.5rem"
    flexShrink="0"
    // Twelve links of 24 px need the whole width on a phone, and where two charts begin to stand side by side.
    display={hasLinks ? { base: 'none', sm: 'block', lg: 'none', xl: 'block' } : undefined}
    aria-hidden
  >
    {ticks.map((tick) => (
      <Text
        key={tick}
        textStyle="detail"
        position="absolute"
        insetEnd="2"
        top={`${height(tick)}px`}
        transform="translateY(-50%)"
        whiteSpace="nowrap"
      >
        {formatTick(tick)}
      </Text>
    ))}
  </Box>
);

const MonthNames = ({ bars, shownIndex }: { bars: readonly Bar[]; shownIndex: number }) => (
  <Flex aria-hidden mt="1">
    {bars.map(({ month }, index) => (
      <Text
        key={month}
        textStyle="detail"
        flex="1 1 0"
        minW="0"
        display="flex"
        justifyContent="center"
        whiteSpace="nowrap"
        color={index === shownIndex ? 'fg' : undefined}
        // Twelve names have no room on a phone.
        visibility={{ base: index % 2 === bars.length % 2 ? 'hidden' : 'visible', sm: 'visible' }}
      >
        {nameMonthShort(month)}
      </Text>
    ))}
  </Flex>
);

/** Names the series, each on a line of its own with its value in the shown month. */
const Legend = ({
  series,
  values,
  format,
}: Pick<BarChartProps, 'series' | 'format'> & Pick<Bar, 'values'>) => (
  <Box textStyle="detail" aria-hidden>
    {values.map(({ amount, addition }, place) => (
      <Flex key={series[place]} align="center" gap="1.5" height="5" whiteSpace="nowrap">
        {/* The shade of the shown month, and that of the others. */}
        <Flex flexShrink="0" borderRadius="xs" overflow="hidden">
          {[colorOf(place).shown, colorOf(place).bar].map((shade) => (
            <Box
              key={shade}
              boxSize="2.5"
              bg={shade}
              _highContrast={{ bg: colorOf(place).contrast, forcedColorAdjust: 'none' }}
            />
          ))}
        </Flex>
        {series[place]}
        <Text as="span" textStyle="number.sm" fontWeight="bold" color="fg">
          {format(amount)}
        </Text>
        {addition && (
          <Text as="span" textStyle="detail.number" overflow="hidden" textOverflow="ellipsis">
            {addition}
          </Text>
        )}
      </Flex>
    ))}
  </Box>
);

interface MonthLinksProps {
  bars: readonly Bar[];
  link: NonNullable<BarChartProps['link']>;
  onShow: (index: number) => void;
}

/** A link over each month, as wide as the month's share and as high as the chart with its names. */
const MonthLinks = ({ bars, link: { to, name }, onShow }: MonthLinksProps) => (
  <Flex position="absolute" inset="0">
    {bars.map(({ month }, index) => (
      <Link
        key={month}
        asChild
        flex="1 1 0"
        minW="0"
        borderRadius="l1"
        focusVisibleRing="inside"
        onFocus={() => onShow(index)}
        onBlur={() => onShow(bars.length - 1)}
      >
        <RouterLink {...to(month)} aria-label={`${name} ${nameMonth(month)}`} />
      </Link>
    ))}
  </Flex>
);

/**
 * Twelve months as bars, with the values of one month above them: at first the current month's. A month is a link, or is
 * chosen on a slider.
 */
export const BarChart = ({ title, series, bars, format, formatTick, empty, link }: BarChartProps) => {
  const last = bars.length - 1;
  const [shownIndex, setShownIndex] = useState(last);
  const shown = bars[shownIndex];
  const scales = makeScales(bars);
  const isEmpty = bars.every(({ values }) => values.every(({ amount }) => amount === 0));
  const [only] = shown?.values ?? [];

  const showUnder = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShownIndex(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))));
  };

  return (
    <Card.Root
      as="section"
      size="sm"
      variant="outline"
      minHeight={series.length > 1 ? CHART_HEIGHT_OF_TWO : CHART_HEIGHT}
      breakInside="avoid"
    >
      <Card.Body gap="3">
        <Stack gap="1">
          <Flex
            justify="space-between"
            align="baseline"
            columnGap="3"
            direction={series.length > 1 ? { base: 'column', sm: 'row' } : 'row'}
            wrap={series.length > 1 ? 'nowrap' : 'wrap'}
          >
            <Card.Title as="h2" textStyle="md">
              {title}
            </Card.Title>
            {shown && only && !isEmpty && (
              <Text textStyle="detail" aria-hidden>
                {tellMonth(shown.month, shownIndex === last)}
                {series.length === 1 && (
                  <>
                    :{' '}
                    <Text as="span" textStyle="number.sm" fontWeight="bold" color="fg">
                      {format(only.amount)}
                    </Text>
                  </>
                )}
              </Text>
            )}
          </Flex>
          {shown && !isEmpty && series.length > 1 && (
            <Legend series={series} values={shown.values} format={format} />
          )}
        </Stack>
        {isEmpty && (
          <Text textStyle="sm" color="fg.muted" my="auto" textAlign="center">
            {empty}
          </Text>
        )}
        {shown && only && !isEmpty && (
          <Flex mt="auto">
            <TickLabels scales={scales} formatTick={formatTick} hasLinks={link !== undefined} />
            <Box
              flex="1"
              minW="0"
              position="relative"
              borderRadius="l1"
              css={
                !link && {
                  '&:has(:focus-visible)': {
                    outline: '2px solid',
                    outlineColor: 'brand.focusRing',
                    outlineOffset: '2px',
                  },
                }
              }
              onPointerMove={showUnder}
              onPointerLeave={() => setShownIndex(last)}
            >
              <Plot bars={bars} scales={scales} shownIndex={shownIndex} />
              <MonthNames bars={bars} shownIndex={shownIndex} />
              {link ? (
                <MonthLinks bars={bars} link={link} onShow={setShownIndex} />
              ) : (
                <MonthSlider
                  type="range"
                  min={0}
                  max={last}
                  value={shownIndex}
                  aria-label={`Month of ${title}`}
                  aria-valuetext={`${tellMonth(shown.month, shownIndex === last)}: ${tellValue(only, format)}`}
                  onChange={({ target }) => setShownIndex(Number(target.value))}
                />
              )}
            </Box>
          </Flex>
        )}
        <MonthTable title={title} series={series} bars={bars} format={format} />
      </Card.Body>
    </Card.Root>
  );
};
