import { Box, IconButton, Input, type InputProps } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';

interface PasswordInputProps extends InputProps {
  /** True if the password is shown at first, such as a generated one that is copied down. */
  isShownFirst?: boolean;
}

/** A password field with a button that shows the password; pasting and password managers work as usual. */
export const PasswordInput = ({ isShownFirst = false, ...props }: PasswordInputProps) => {
  const [isShown, setIsShown] = useState(isShownFirst);

  return (
    <Box position="relative" w="100%">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        pe="12"
        spellCheck={false}
        autoCapitalize="none"
      />
      <IconButton
        position="absolute"
        insetEnd="0.5"
        top="50%"
        transform="translateY(-50%)"
        size="sm"
        variant="ghost"
        colorPalette="gray"
        aria-label="Show password"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
    </Box>
  );
};
