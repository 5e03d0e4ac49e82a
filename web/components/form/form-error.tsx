import { Text } from '@chakra-ui/react';

/** An error of several fields together, such as one of their total; `useFocusOnError` finds it. */
export const FormError = ({ children }: { children: string }) => (
  <Text data-form-error role="alert" tabIndex={-1} textStyle="sm" color="fg.error">
    {children}
  </Text>
);
