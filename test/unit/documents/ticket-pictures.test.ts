import { describe, expect, it } from 'vitest';
import { listPictureAddresses } from '#functions/documents/ticket-pictures.ts';

describe('the pictures of a text', () => {
  it.each([
    [
      'as the helpdesk writes it',
      '<div><img src="https://a.example/1?t=2&amp;u=3" class="inline" data-id="77"></div>',
      ['https://a.example/1?t=2&u=3'],
    ],
    ['in capitals, without quotes', '<IMG DATA-ID=77 SRC=https://a.example/1>', ['https://a.example/1']],
    [
      'twice',
      '<img data-id="77" src="https://a.example/1"><img data-id="77" src="https://b.example/2">',
      ['https://a.example/1', 'https://b.example/2'],
    ],
    ['of another id', '<img data-id="770" src="https://a.example/1">', []],
    ['without an address', '<img data-id="77">', []],
    ['of another element', '<video data-id="77" src="https://a.example/1">', []],
    ['in a comment', '<!-- <img data-id="77" src="https://a.example/1"> -->', []],
    ['in a text', '&lt;img data-id="77" src="https://a.example/1"&gt;', []],
    ['in an attribute', `<a title='<img data-id="77" src="https://a.example/1">'>x</a>`, []],
    ['in a script', '<script>"<img data-id=77 src=https://a.example/1>"</script>', []],
    ['that breaks off', '<img data-id="77" src="https://a.example/1', []],
  ])('%s', (_case, html, expected) => {
    expect(listPictureAddresses(html, 77)).toEqual(expected);
  });
});
