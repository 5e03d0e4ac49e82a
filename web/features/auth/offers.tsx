import { Box, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { Globe, Router, Signal } from 'lucide-react';
import { OFFERS } from '#shared/brand.ts';

const ICONS = [Signal, Router, Globe];

/** Signal rings over the horizon: the mark of the logo, enlarged to a backdrop. */
const Rings = () => (
  <chakra.svg
    viewBox="0 0 600 600"
    position="absolute"
    insetEnd="-14rem"
    bottom="-16rem"
    w="46rem"
    aria-hidden="true"
    hideBelow="lg"
    fill="none"
    stroke="var(--chakra-colors-brand-400)"
    strokeWidth="1.5"
  >
    {[70, 130, 190, 250, 298].map((radius, ring) => (
      <circle key={radius} cx="300" cy="300" r={radius} opacity={0.42 - ring * 0.075} />
    ))}
    <circle cx="300" cy="300" r="16" fill="var(--chakra-colors-sun-400)" stroke="none" />
  </chakra.svg>
);

/** The provider's products, next to the form. */
export const Offers = () => (
  <Flex
    as="section"
    aria-label="Our services"
    position="relative"
    overflow="clip"
    direction="column"
    bg="brand.950"
    backgroundImage="radial-gradient(60rem 40rem at 110% 115%, var(--chakra-colors-brand-700), transparent 70%)"
    color="white"
    px={{ base: '6', md: '10', xl: '16' }}
    py={{ base: '10', lg: '12' }}
  >
    <Rings />
    {/* In the middle of the window, also beside a form that is longer. */}
    <Stack
      position={{ base: 'relative', lg: 'sticky' }}
      top="12"
      minH={{ lg: 'calc(100dvh - 6rem)' }}
      justify="center"
      gap={{ base: '7', lg: '10' }}
      maxW="34rem"
      mx={{ base: 'auto', lg: '0' }}
      w="100%"
    >
      <Stack gap="3">
        <Heading as="h2" size={{ base: '2xl', xl: '4xl' }} lineHeight="1.15">
          Internet, mobile data and web hosting, in one place.
        </Heading>
        <Text color="brand.100" fontSize={{ base: 'md', xl: 'lg' }}>
          Your services, invoices and account, whenever you need them.
        </Text>
      </Stack>
      <Stack as="ul" gap="3" listStyleType="none">
        {OFFERS.map(({ title, price, detail }, index) => {
          const OfferIcon = ICONS[index] ?? Globe;

          return (
            <Flex
              as="li"
              key={title}
              gap="4"
              align="center"
              p="4"
              borderRadius="l3"
              bg="brand.900"
              borderWidth="1px"
              borderColor="white/10"
            >
              <Flex
                boxSize="11"
                align="center"
                justify="center"
                borderRadius="l2"
                bg="white/8"
                color="sun.400"
              >
                <OfferIcon size={22} aria-hidden />
              </Flex>
              <Box flex="1" minW="0">
                <Text fontWeight="semibold">{title}</Text>
                <Text textStyle="sm" color="brand.200">
                  {detail}
                </Text>
              </Box>
              <Text textAlign="end" textStyle="xs" color="brand.200" whiteSpace="nowrap">
                from
                <Text
                  as="span"
                  display="block"
                  textStyle="xl"
                  fontWeight="bold"
                  color="white"
                  lineHeight="1.1"
                >
                  {price}
                </Text>
                /month
              </Text>
            </Flex>
          );
        })}
      </Stack>
    </Stack>
  </Flex>
);
