import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around the code, without which cameras do not find it (ISO 18004). */
const QUIET = 4;

/** A QR code of a text, dark on white in both themes, because cameras read no other. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const { size: side, data } = encode(text, { ecc: 'M', border: QUIET });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));

    return { size: side, path: dark.join('') };
  }, [text]);

  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      boxSize="12rem"
      flexShrink="0"
      borderWidth="1px"
      borderRadius="l2"
      // Also where the system sets the colours.
      css={{ forcedColorAdjust: 'none' }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </chakra.svg>
  );
};
