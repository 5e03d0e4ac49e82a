import { Card, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const NOT_PROVIDED = 'Not provided';

/** Several of them, one below the other. */
export const Facts = chakra('dl', {
  // A long address breaks and does not widen the column.
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '2.5' },
});
const FactName = chakra('dt', { base: { textStyle: 'xs', color: 'fg.muted' } });
const FactValue = chakra('dd', {
  base: { textStyle: 'sm', fontWeight: 'medium', overflowWrap: 'anywhere', unicodeBidi: 'isolate' },
});

/** A named value of a record; says so if it is missing. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <FactName>{name}</FactName>
    {children ? (
      <FactValue>{children}</FactValue>
    ) : (
      <FactValue color="fg.subtle" fontWeight="normal">
        {NOT_PROVIDED}
      </FactValue>
    )}
  </div>
);

export const FactCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card.Root as="section" size="sm" variant="outline" aria-label={title}>
    <Card.Header pb="0">
      <Card.Title as="h2" textStyle="sm">
        {title}
      </Card.Title>
    </Card.Header>
    <Card.Body>
      <Facts>{children}</Facts>
    </Card.Body>
  </Card.Root>
);
