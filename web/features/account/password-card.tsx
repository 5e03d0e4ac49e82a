import { Button } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { linkToChange } from './account-links.ts';
import { SettingCard } from './setting-card.tsx';

export const PasswordCard = () => (
  <SettingCard title="Password" description="A new password signs you out of every other browser.">
    <Button asChild size="sm" variant="outline">
      <Link {...linkToChange('password')}>Change password</Link>
    </Button>
  </SettingCard>
);
