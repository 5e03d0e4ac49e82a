import { Parser } from 'htmlparser2';

/**
 * Lists the addresses of the pictures that a text shows under this id: the helpdesk writes `<img data-id="77"
 * src="…">`.
 */
export const listPictureAddresses = (html: string, pictureId: number): string[] => {
  const addresses: string[] = [];
  const parser = new Parser({
    onopentag: (name, { 'data-id': id, src }) => {
      if (name === 'img' && id === String(pictureId) && src !== undefined) {
        addresses.push(src);
      }
    },
  });
  parser.end(html);

  return addresses;
};
