import {
  Box,
  Button,
  Card,
  Flex,
  Heading,
  Icon,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { OFFERS } from '#shared/brand.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { Ticket } from '#shared/contract/tickets.ts';
import { dayAfter, formatDay } from '#shared/dates.ts';
import { SendAgain } from '../../features/account/mail-note.tsx';
import { supportStatusQuery, ticketListQuery } from '../../features/tickets/queries.ts';
import { providerQuery } from '../../lib/reads/provider-query.ts';
import { findRequest } from './find-request.ts';
import { requestOffer } from './offer-request.ts';

interface Step {
  name: string;
  detail: ReactNode;
  isDone: boolean;
  link: LinkProps;
  /** A further act, below the link. */
  act?: ReactNode;
}

const stepsOf = (user: OwnUser, openTickets: number): Step[] => [
  // A portal that sends no mail verifies no address.
  ...(user.mail === 'off'
    ? []
    : [
        {
          name: 'Verify your email',
          detail: user.emailVerified ? user.User_Email : `Open the link in our mail to ${user.User_Email}.`,
          isDone: user.emailVerified,
          link: { to: '/client', search: { section: 'profile' } } as const,
          act: !user.emailVerified && (
            <Flex data-verify-step="" ps="7" pb="2" gap="2" align="center" wrap="wrap" textStyle="sm">
              <SendAgain />
            </Flex>
          ),
        },
      ]),
  {
    name: 'Complete your address',
    detail: 'Your invoices name it, and we set up your service there.',
    isDone: Boolean(user.User_Address && user.User_Town && user.User_Code),
    link: { to: '/client', search: { section: 'profile' } },
  },
  openTickets > 0
    ? {
        name: 'Choose a service',
        detail: 'Your ticket is with us. See our answer under Support.',
        isDone: true,
        link: { to: '/client', search: { section: 'support' } },
      }
    : {
        name: 'Choose a service',
        detail: 'Ask for one below, and we set it up with you.',
        isDone: false,
        link: { to: '/client', hash: 'offers' },
      },
];

const StepLine = ({ name, detail, isDone, link, act }: Step) => (
  <Box as="li" borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
    <Flex asChild py="3" mx="-2" px="2" gap="3" align="center" borderRadius="l2" _hover={{ bg: 'bg.subtle' }}>
      <Link {...link}>
        <Icon
          as={isDone ? CircleCheck : Circle}
          boxSize="6"
          flexShrink="0"
          color={isDone ? 'fg.success' : 'fg.subtle'}
          aria-hidden
        />
        <Box flex="1" minW="0">
          <Text fontWeight="semibold" color={isDone ? 'fg.muted' : undefined}>
            {name}
            {isDone && <VisuallyHidden>(done)</VisuallyHidden>}
          </Text>
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {detail}
          </Text>
        </Box>
        <Icon as={ChevronRight} boxSize="4" color="fg.muted" aria-hidden />
      </Link>
    </Flex>
    {act}
  </Box>
);

/** 'Asked today' or 'Asked 28 Nov'; leads to the ticket. */
const Asked = ({ ticket, title, now }: { ticket: Ticket; title: string; now: Date }) => {
  const day = dayAfter(new Date(ticket.created_at), 0);

  return (
    <Button asChild size="sm" variant="ghost" color="fg.success" mt="auto">
      <Link to="/client" search={{ section: 'support', open: `ticket.view:${ticket.id}` }}>
        <CircleCheck aria-hidden />
        Asked {day === dayAfter(now, 0) ? 'today' : formatDay(day, now)}
        <VisuallyHidden>{title}</VisuallyHidden>
      </Link>
    </Button>
  );
};

interface AskForThisProps {
  number: number;
  title: string;
  hasTickets: boolean;
}

/** Opens the ticket that asks for the offer or, where there is no helpdesk, the mail; or says when it was asked for. */
const AskForThis = ({ number, title, hasTickets }: AskForThisProps) => {
  const { data: support } = useQuery(supportStatusQuery);
  const { data: provider } = useQuery(providerQuery);
  const tickets = useQuery({ ...ticketListQuery, enabled: hasTickets });
  if (tickets.isLoading) {
    return <Skeleton height={{ base: '11', md: '9' }} mt="auto" />;
  }
  const request = findRequest(tickets.data, number);
  if (request) {
    return <Asked ticket={request} title={title} now={new Date()} />;
  }
  const asked = requestOffer(number);
  const label = (
    <>
      Ask for this<VisuallyHidden>{title}</VisuallyHidden>
    </>
  );

  return (
    <Button asChild size="sm" variant="outline" mt="auto">
      {support?.state === 'off' ? (
        <a
          href={
            provider &&
            asked &&
            `mailto:${provider.email}?subject=${encodeURIComponent(asked.subject)}&body=${encodeURIComponent(asked.description)}`
          }
        >
          {label}
        </a>
      ) : (
        <Link to="/client" search={{ section: 'support', open: `ticket.new:offer:${number}` }}>
          {label}
        </Link>
      )}
    </Button>
  );
};

/** What a client finds who has no service and was never billed: three steps, and the offers. */
export const FirstDay = ({ user, openTickets }: { user: OwnUser; openTickets: number }) => {
  const steps = stepsOf(user, openTickets);

  return (
    <Stack gap="6">
      <Card.Root as="section" variant="outline" size="sm" aria-label="First steps">
        <Card.Header pb="1">
          <Card.Title as="h2" textStyle="md">
            First steps, {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
          </Card.Title>
        </Card.Header>
        <Card.Body pt="0" pb="1">
          <Stack as="ol" gap="0" listStyleType="none">
            {steps.map((step) => (
              <StepLine key={step.name} {...step} />
            ))}
          </Stack>
        </Card.Body>
      </Card.Root>
      <Box as="section" id="offers" aria-label="Our services" scrollMarginTop="20">
        <Heading as="h2" size="md" mb="3">
          Our services
        </Heading>
        <SimpleGrid as="ul" columns={{ base: 1, md: 3 }} gap="3" listStyleType="none">
          {OFFERS.map(({ title, price, detail }, index) => (
            <Card.Root as="li" key={title} variant="outline" size="sm">
              <Card.Body gap="1">
                <Text fontWeight="semibold">{title}</Text>
                <Text textStyle="sm" color="fg.muted">
                  {detail}
                </Text>
                <Text textStyle="sm" color="fg.muted" mb="3">
                  from{' '}
                  <Text as="span" textStyle="xl" fontWeight="bold" color="fg">
                    {price}
                  </Text>{' '}
                  a month
                </Text>
                <AskForThis number={index + 1} title={title} hasTickets={openTickets > 0} />
              </Card.Body>
            </Card.Root>
          ))}
        </SimpleGrid>
      </Box>
    </Stack>
  );
};
