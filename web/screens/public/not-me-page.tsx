import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { WayOn } from '../../features/links/link-outcome.tsx';
import { useNotMe } from '../../features/links/mutations.ts';
import { isGone } from '../../features/links/queries.ts';
import { dropToken, useLinkToken } from '../../lib/address/opened-links.ts';

/** Lets a person end what somebody else asked for with their address (D46). */
export const NotMePage = () => {
  const token = useLinkToken('/not-me');
  const notMe = useNotMe();

  if (!token) {
    return (
      <FormPage
        title="Open the link in our mail"
        lead="This page works only with that link. If you reloaded the page, open the link again. If somebody else may know your password, choose a new one now: it ends every session."
      >
        <WayOn to="/forgot-password">Choose a new password</WayOn>
      </FormPage>
    );
  }
  if (isGone(notMe.error)) {
    return (
      <FormPage
        title="This link has ended"
        lead="It was used or has expired, so there is nothing left to stop. If mail still comes, write to us. If somebody else may know your password, choose a new one now."
      >
        <WayOn to="/forgot-password">Choose a new password</WayOn>
      </FormPage>
    );
  }
  if (notMe.isSuccess) {
    return (
      <FormPage
        title="Thank you, it is stopped"
        lead="The link has ended. If you have an account here and did not ask for the mail, choose a new password too."
      >
        <WayOn to="/forgot-password">Choose a new password</WayOn>
      </FormPage>
    );
  }

  return (
    <FormPage
      title="Was this not you?"
      lead="Press the button if somebody else used your address, or asked for a change in your name. The link that they asked for ends at once, and we send no more mail about it."
    >
      <RefusalNote title="It could not be stopped" error={notMe.error} />
      <BusyButton
        size="lg"
        isBusy={notMe.isPending}
        onClick={() => notMe.mutate(token, { onSuccess: () => dropToken('/not-me') })}
      >
        This was not me
      </BusyButton>
    </FormPage>
  );
};
