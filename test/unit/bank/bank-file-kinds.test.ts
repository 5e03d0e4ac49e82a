import { expect, it } from 'vitest';
import { isOfx, nameOtherKind } from '#shared/bank/bank-file-kinds.ts';

const DOWNLOAD = 'Please download CSV or OFX from your bank.';
const UNPACK = 'Please unpack it and choose the CSV or OFX file that it contains.';
const inUtf16 = (text: string) => `\xff\xfe${[...text].map((letter) => `${letter}\0`).join('')}`;

it.each([
  ['a PDF', '%PDF-1.7 ...'],
  ['an Excel workbook', 'PK\x03\x04....[Content_Types].xml'],
  ['an Excel workbook', 'PK\x03\x04....xl/workbook.xml'],
  ['an Excel workbook', '\xd0\xcf\x11\xe0\xa1\xb1'],
  ['an Excel workbook', 'ID;PWXL;N;E'],
  ['an Excel workbook', '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>'],
  ['an Excel workbook', '\uFEFF \n<ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">'],
  ['a picture', '\x89PNG\r\n'],
  ['a picture', '\u2030PNG\r\n'],
  ['a picture', '\xff\xd8\xff\xe0'],
  ['a picture', '\0\0\0\x18ftypheic'],
  ['a web page', '<!DOCTYPE html><html>'],
  ['a web page', '\n\n  <HTML><HEAD><META http-equiv="Content-Type">'],
  ['a web page', '\xef\xbb\xbf<Table border=1>'],
  ['a web page', '<!-- saved by the bank --><style>td{}</style>'],
  ['a web page', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0"><html>'],
  ['a web page', inUtf16('<html><body>')],
  ['a web page', 'MIME-Version: 1.0\nX-Document-Type: Workbook'],
  ['an MT940 file', '{1:F01SBZAZAJJXCIGXXXXXXXXXX}{2:O940'],
  ['an MT940 file', ':20:2400000001\n:25:10000000116'],
  ['an MT940 file', '\r\n:20:STARTUMS\r\n'],
  ['an MT940 file', 'SBZAZAJJ\n940\nSBZAZAJJ\n:20:2400000001'],
  ['a QIF file', '!Type:Bank\nD16/11/2026'],
  ['a QIF file', '!account\nNCheque'],
  ['a BAI2 file', '01,122099999,123456789,261125,0200,1,65,,2/\n02,031001234'],
  [
    'a CAMT.053 file',
    '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">',
  ],
  ['a CAMT.053 file', '<n:Document><n:BkToCstmrStmt>'],
  ['a JSON file', '{"transactions": ['],
  ['a JSON file', '[\n  {"date": "2026-11-16"'],
  ['an XML file', '<?xml version="1.0"?><Statement><Line/>'],
  ['a text document', '{\\rtf1\\ansi'],
])('%s is named whatever its name ends with, with what to download instead', (name, text) => {
  expect(nameOtherKind(text)).toBe(`This is ${name}. ${DOWNLOAD}`);
});

it.each([
  ['a ZIP archive', 'PK\x03\x04....november.csv'],
  ['an archive', 'Rar!\x1a\x07'],
  ['an archive', '\x1f\x8b\x08'],
])('%s is named, with the advice to unpack it', (name, text) => {
  expect(nameOtherKind(text)).toBe(`This is ${name}. ${UNPACK}`);
});

it.each([
  'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>',
  '\r\n\r\nofxheader:100 DATA:OFXSGML <OFX>',
  'encoding:UTF-8\nOFXHEADER:100\n<OFX>',
  '<OFX>\n<SIGNONMSGSRSV1>',
  '\uFEFF<?xml version="1.0"?>\n<!-- made by the bank -->\n<?OFX OFXHEADER="200"?>\n<OFX>',
  '<?xml version="1.0" encoding="UTF-8"?><ofx:OFX xmlns:ofx="http://ofx.net/types/2003/04">',
  '<!DOCTYPE OFX SYSTEM "ofx160.dtd"><OFX>',
  '<!DOCTYPE OFX [\n<!ENTITY a "<b>">\n]><OFX>',
  inUtf16('<?xml version="1.0"?><?OFX OFXHEADER="200"?>'),
])('OFX is known as itself: %j', (text) => {
  expect([isOfx(text), nameOtherKind(text)]).toEqual([true, undefined]);
});

it.each([
  'Date,Description,Amount\n2026/11/16,"<OFX> OFXHEADER:100",397.00\n',
  'PK,Date,Amount\n1,2026/11/16,397.00\n',
  'ACCOUNT TRANSACTION HISTORY\n\nName:, SAMPLE\nAccount:, 62000000001\n',
  'Account Number: 1050000001\nDate;Description;Amount\n',
  "2026/11/16,'<html>',397.00\n",
  '"Date","Amount"\n',
])('a CSV is none of them, whatever a client wrote: %j', (text) => {
  expect([isOfx(text), nameOtherKind(text)]).toEqual([false, undefined]);
});
