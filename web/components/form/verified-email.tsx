import { Badge } from '@chakra-ui/react';
import type { User } from '#shared/contract/auth.ts';

/** What lists and records say of a client whose address is blocked. */
export const MAIL_COMES_BACK = 'Mail comes back';

interface VerifiedEmailProps {
  user: Pick<User, 'User_Email' | 'emailVerified'>;
  /** What administrators see: an address that is not verified is marked, too, and one to which no mail goes. */
  ofAdmin?: { isBlocked: boolean };
}

type Mark = readonly [label: string, palette: string] | undefined;

const markOf = ({ user: { emailVerified }, ofAdmin }: VerifiedEmailProps): Mark => {
  if (ofAdmin?.isBlocked) {
    return [MAIL_COMES_BACK, 'orange'];
  }
  if (emailVerified) {
    return ['Verified', 'green'];
  }

  return ofAdmin && ['Not verified', 'orange'];
};

export const VerifiedEmail = (props: VerifiedEmailProps) => {
  const mark = markOf(props);

  return (
    <>
      {props.user.User_Email}{' '}
      {mark && (
        <Badge size="sm" colorPalette={mark[1]}>
          {mark[0]}
        </Badge>
      )}
    </>
  );
};
