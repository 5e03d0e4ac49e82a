import { Card, HStack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface SettingCardProps {
  title: string;
  description?: ReactNode;
  /** Its state in a word, beside the title. */
  badge?: ReactNode;
  children: ReactNode;
}

/** One setting or fact of an account that its owner can see or change. */
export const SettingCard = ({ title, description, badge, children }: SettingCardProps) => (
  <Card.Root as="section" size="sm" variant="outline" aria-label={title}>
    <Card.Header pb="0">
      <HStack gap="2" flexWrap="wrap">
        <Card.Title as="h2" textStyle="md">
          {title}
        </Card.Title>
        {badge}
      </HStack>
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
