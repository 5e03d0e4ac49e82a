import { Card } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface SettingCardProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** One setting or fact of an account that its owner can see or change. */
export const SettingCard = ({ title, description, children }: SettingCardProps) => (
  <Card.Root as="section" size="sm" variant="outline" aria-label={title}>
    <Card.Header pb="0">
      <Card.Title as="h2" textStyle="md">
        {title}
      </Card.Title>
      {description && (
        <Card.Description as="div" textStyle="sm">
          {description}
        </Card.Description>
      )}
    </Card.Header>
    <Card.Body gap="3" alignItems="flex-start">
      {children}
    </Card.Body>
  </Card.Root>
);
