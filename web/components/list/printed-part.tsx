import { Text } from '@chakra-ui/react';
import { formatCount } from '#shared/numbers.ts';

interface PrintedPartProps {
  /** The name of the rows, in the plural. */
  rowsName: string;
  page: number;
  limit: number;
  /** The number of rows on all pages. */
  total: number;
  /** False for a list without a CSV file. */
  hasFile?: boolean;
}

/** Says on paper that a list has more pages than the one that is printed. */
export const PrintedPart = ({ rowsName, page, limit, total, hasFile = true }: PrintedPartProps) =>
  total > limit && (
    <Text display="none" _print={{ display: 'block' }} textStyle="sm" fontWeight="semibold">
      Only {rowsName} {formatCount((page - 1) * limit + 1)}–{formatCount(Math.min(page * limit, total))} of{' '}
      {formatCount(total)} are printed here.{hasFile && ' The CSV file holds them all.'}
    </Text>
  );
