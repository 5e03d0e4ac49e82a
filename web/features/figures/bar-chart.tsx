import { Box, Card, chakra, Flex, Text, VisuallyHidden } from '@chakra-ui/react';
import { scaleBand, scaleLinear } from 'd3-scale';
import { type PointerEvent, useState } from 'react';
import { formatMonth, nameMonthShort, startOf } from '#shared/dates.ts';
import { CHART_HEIGHT } from './chart-height.ts';

interface Bar {
  /** Such as '2026-11'. */
  month: string;
  value: number;
  /** Said behind the value; undefined if there is nothing to add. */
  addition?: string | undefined;
}

interface BarChartProps {
  title: string;
  /** The oldest month first; the last one is not over yet. */
  bars: readonly Bar[];
  format: (value: number) => string;
  /** Writes a value where there is little room. */
  formatTick: (value: number) => string;
  /** Said instead of bars that are all zero. */
  empty: string;
}

const PLOT_HEIGHT_PX = 136;
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

const tellMonth = ({ month }: Bar, isLast: boolean) =>
  isLast ? `${formatMonth(startOf(month))} so far` : formatMonth(startOf(month));

const tellAddition = ({ addition }: Bar) => (addition === undefined ? '' : `, ${addition}`);

const MonthTable = ({ title, bars, format }: Pick<BarChartProps, 'title' | 'bars' | 'format'>) => (
  <VisuallyHidden>
    <table>
      <caption>{title}</caption>
      <tbody>
        {bars.map((bar, index) => (
          <tr key={bar.month}>
            <th scope="row">{tellMonth(bar, index === bars.length - 1)}</th>
            <td>
              {format(bar.value)}
              {tellAddition(bar)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </VisuallyHidden>
);

const makeScales = (bars: readonly Bar[]) => {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  const height = scaleLinear([0, max], [PLOT_HEIGHT_PX, TOP_PX]).nice(TICKS);

  return {
    // Per cent of the width, so that nothing has to be measured.
    across: scaleBand(
      bars.map(({ month }) => month),
      [0, 100],
    ).padding(0.3),
    height,
    // Nobody owes half a rand or is half a client: fractions would be noise.
    ticks: height.ticks(TICKS).filter(Number.isInteger),
  };
};

interface PlotProps {
  bars: readonly Bar[];
  scales: ReturnType<typeof makeScales>;
  shownIndex: number;
}

const Plot = ({ bars, scales: { across, height, ticks }, shownIndex }: PlotProps) => (
  <Svg width="full" height={`${PLOT_HEIGHT_PX + 1}px`} display="block" aria-hidden>
    {ticks.map((tick) => (
      <Line key={tick} x1="0" x2="100%" y1={height(tick)} y2={height(tick)} stroke="border" />
    ))}
    {bars.map(({ month, value }, index) => {
      const top = value > 0 ? Math.min(height(value), PLOT_HEIGHT_PX - BAR_MIN_PX) : PLOT_HEIGHT_PX;

      return (
        <Rect
          key={month}
          x={`${across(month)}%`}
          width={`${across.bandwidth()}%`}
          y={top}
          height={PLOT_HEIGHT_PX - top}
          rx="2"
          fill={index === shownIndex ? 'brand.fg' : 'brand.400'}
          _highContrast={{ fill: index === shownIndex ? 'Highlight' : 'CanvasText' }}
        />
      );
    })}
  </Svg>
);

const TickLabels = ({
  scales: { height, ticks },
  formatTick,
}: {
  scales: PlotProps['scales'];
  formatTick: BarChartProps['formatTick'];
}) => (
  <Box position="relative" width="3.5rem" flexShrink="0" aria-hidden>
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

/** Twelve months as bars, with the value of one month above them: at first the current month's. */
export const BarChart = ({ title, bars, format, formatTick, empty }: BarChartProps) => {
  const last = bars.length - 1;
  const [shownIndex, setShownIndex] = useState(last);
  const shown = bars[shownIndex];
  const scales = makeScales(bars);
  const isEmpty = bars.every(({ value }) => value === 0);

  const showUnder = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShownIndex(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))));
  };

  return (
    <Card.Root as="section" size="sm" variant="outline" minHeight={CHART_HEIGHT} breakInside="avoid">
      <Card.Body gap="3">
        <Flex justify="space-between" align="baseline" gap="3" wrap="wrap">
          <Card.Title as="h2" textStyle="md">
            {title}
          </Card.Title>
          {shown && !isEmpty && (
            <Text
              textStyle="detail"
              aria-hidden
              // A phone has room for the addition only on a line of its own, which is kept for months without one.
              minHeight={bars.some(({ addition }) => addition) ? { base: '10', sm: 'auto' } : undefined}
            >
              {tellMonth(shown, shownIndex === last)}:{' '}
              <Text as="span" textStyle="number.sm" fontWeight="bold" color="fg">
                {format(shown.value)}
              </Text>
              {shown.addition && (
                <Text as="span" textStyle="detail.number" display={{ base: 'block', sm: 'inline' }}>
                  {' '}
                  {shown.addition}
                </Text>
              )}
            </Text>
          )}
        </Flex>
        {isEmpty && (
          <Text textStyle="sm" color="fg.muted" my="auto" textAlign="center">
            {empty}
          </Text>
        )}
        {shown && !isEmpty && (
          <Flex mt="auto">
            <TickLabels scales={scales} formatTick={formatTick} />
            <Box
              flex="1"
              minW="0"
              position="relative"
              borderRadius="l1"
              css={{
                '&:has(:focus-visible)': {
                  outline: '2px solid',
                  outlineColor: 'brand.focusRing',
                  outlineOffset: '2px',
                },
              }}
              onPointerMove={showUnder}
              onPointerLeave={() => setShownIndex(last)}
            >
              <Plot bars={bars} scales={scales} shownIndex={shownIndex} />
              <MonthNames bars={bars} shownIndex={shownIndex} />
              <MonthSlider
                type="range"
                min={0}
                max={last}
                value={shownIndex}
                aria-label={`Month of ${title}`}
                aria-valuetext={`${tellMonth(shown, shownIndex === last)}: ${format(shown.value)}${tellAddition(shown)}`}
                onChange={({ target }) => setShownIndex(Number(target.value))}
              />
            </Box>
          </Flex>
        )}
        <MonthTable title={title} bars={bars} format={format} />
      </Card.Body>
    </Card.Root>
  );
};
