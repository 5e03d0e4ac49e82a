import { Box, Skeleton } from '@chakra-ui/react';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { UserListStyles } from './user-rows.tsx';
import type { UserSort } from './user-sort.tsx';
import { UserTableFrame } from './user-table.tsx';

const ROWS = Array.from({ length: 8 }, (_, row) => row);

/** The widths of the bars in the columns after the first. */
const BARS = ['4.5rem', '1.5rem', '5rem', '5.5rem', '3rem', '4rem'];

const TwoLines = () => (
  <>
    <Skeleton height="3.5" width="9rem" maxW="60%" my="0.1875rem" />
    <Skeleton height="3" width="14rem" maxW="80%" my="0.125rem" />
  </>
);

/** The list while it is read: the header and the rows, or on a phone the cards, without their text. */
export const UserListSkeleton = ({ sort }: { sort: UserSort }) => (
  <AfterAMoment label="Loading users">
    <UserListStyles>
      <Box hideBelow="md">
        <UserTableFrame sort={sort}>
          {ROWS.map((row) => (
            <tr key={row}>
              <td>
                <TwoLines />
              </td>
              {BARS.map((width) => (
                <td key={width}>
                  <Skeleton height="3.5" width={width} />
                </td>
              ))}
            </tr>
          ))}
        </UserTableFrame>
      </Box>
      <Box as="ul" hideFrom="md" listStyleType="none" display="grid" gap="2">
        {ROWS.map((row) => (
          <li key={row}>
            <div>
              <TwoLines />
              <Skeleton height="3" width="11rem" maxW="70%" my="0.125rem" />
            </div>
          </li>
        ))}
      </Box>
    </UserListStyles>
  </AfterAMoment>
);
