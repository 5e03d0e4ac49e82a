import { getRouteApi, useRouter } from '@tanstack/react-router';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { FormPage } from '../../components/form/form-page.tsx';
import { NewPasswordForm } from '../../features/account/new-password-form.tsx';
import { homeOf, useUser } from '../../lib/session/session.ts';

const route = getRouteApi('/new-password');

/** The page of a user whose password somebody else has set; afterwards they go on where they were. */
export const NewPasswordPage = () => {
  const { returnTo } = route.useSearch();
  const user = useUser();
  const router = useRouter();

  return (
    <FormPage
      title="Choose a new password"
      lead={`${PRODUCT_NAME} set your password. Choose one that only you know, and go on where you were.`}
    >
      <NewPasswordForm onDone={() => router.history.replace(returnTo ?? homeOf(user))} />
    </FormPage>
  );
};
