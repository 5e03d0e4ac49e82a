import { describe, expect, it } from 'vitest';
import { listPictureAddresses } from '#functions/documents/ticket-pictures.ts';

describe('picture addresses in the text of a ticket', () => {
  it.each([
    [
      'written as the helpdesk writes it',
      '<div><img src="https://a.example/1?t=2&amp;u=3" class="inline" data-id="77"></div>',
      ['https://a.example/1?t=2&u=3'],
    ],
    [
      'written in capitals, without quotes',
      '<IMG DATA-ID=77 SRC=https://a.example/1>',
      ['https://a.example/1'],
    ],
    [
      'that appears twice',
      '<img data-id="77" src="https://a.example/1"><img data-id="77" src="https://b.example/2">',
      ['https://a.example/1', 'https://b.example/2'],
    ],
    ['with another id', '<img data-id="770" src="https://a.example/1">', []],
    ['without an address', '<img data-id="77">', []],
    ['in another element', '<video data-id="77" src="https://a.example/1">', []],
    ['in a comment', '<!-- <img data-id="77" src="https://a.example/1"> -->', []],
    ['in escaped text', '&lt;img data-id="77" src="https://a.example/1"&gt;', []],
    ['in an attribute', `<a title='<img data-id="77" src="https://a.example/1">'>x</a>`, []],
    ['in a script', '<script>"<img data-id=77 src=https://a.example/1>"</script>', []],
    ['that is cut off', '<img data-id="77" src="https://a.example/1', []],
  ])(
    'the addresses of a picture with the right id are listed, and nothing else: a picture %s',
    (_case, html, expected) => {
      expect(listPictureAddresses(html, 77)).toEqual(expected);
    },
  );
});
