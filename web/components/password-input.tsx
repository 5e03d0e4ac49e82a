import { Box, IconButton, Input, type InputProps } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';

/** A password field with a button that shows the password; pasting and password managers work as usual. */
export const PasswordInput = (props: InputProps) => {
  const [isShown, setIsShown] = useState(false);

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
