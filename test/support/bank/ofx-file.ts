/** A row of an OFX file; the values are written as they are. */
export interface OfxRow {
  date: string;
  amount: string;
  memo: string;
  number?: string;
  type?: string;
  more?: string;
}

interface OfxFile {
  account?: string;
  currency?: string;
  start?: string;
  end?: string;
  madeOn?: string;
  balance?: { amount: string; date: string };
  /** True for OFX 2, which is XML; OFX 1 has no closing tags behind values. */
  isXml?: boolean;
}

const SGML_HEADER = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
].join('\r\n');
const XML_HEADER = [
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
  '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
].join('\n');

/** Writes a file in the layout in which Capitec and FNB offer OFX. */
export const writeOfx = (
  rows: readonly OfxRow[],
  { account = '1050000001', currency = 'ZAR', start, end, madeOn, balance, isXml = false }: OfxFile = {},
): string => {
  const value = (name: string, text: string | undefined) =>
    text === undefined ? '' : `<${name}>${text}${isXml ? `</${name}>` : ''}\n`;
  const transactions = rows.map(
    ({ date, amount, memo, number, type, more = '' }) =>
      `<STMTTRN>\n${value('TRNTYPE', type ?? (amount.startsWith('-') ? 'DEBIT' : 'CREDIT'))}${value('DTPOSTED', date)}${value('TRNAMT', amount)}${value('FITID', number)}${more}${value('MEMO', memo)}</STMTTRN>\n`,
  );

  return `${isXml ? XML_HEADER : SGML_HEADER}
<OFX>
<SIGNONMSGSRSV1><SONRS>${value('DTSERVER', madeOn)}${value('LANGUAGE', 'ENG')}</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS>
${value('CURDEF', currency)}<BANKACCTFROM>
${value('BANKID', 'Capitec')}${value('ACCTID', account)}</BANKACCTFROM>
<BANKTRANLIST>
${value('DTSTART', start)}${value('DTEND', end)}${transactions.join('')}</BANKTRANLIST>
${balance ? `<LEDGERBAL>${value('BALAMT', balance.amount)}${value('DTASOF', balance.date)}</LEDGERBAL>` : ''}
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`;
};
