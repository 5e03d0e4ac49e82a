/**
 * Reads the rows of a left join from one user's row; undefined if there is no such user. A user with nothing joined
 * has one row without joined columns.
 */
export const readJoined = <Row, Read>(
  rows: readonly { joined: Row | null }[],
  read: (row: Row) => Read,
): Read[] | undefined =>
  rows.length === 0 ? undefined : rows.flatMap(({ joined }) => (joined === null ? [] : [read(joined)]));
