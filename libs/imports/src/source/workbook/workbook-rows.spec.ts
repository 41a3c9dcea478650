import { randomBytes } from 'node:crypto';
import { readSource } from '../../../../../test/support/read-source.ts';
import { useFolder } from '../../../../../test/support/use-folder.ts';
import { zipArchive } from '../../../../../test/support/zip-archive.ts';
import type { SourceOptions } from '../open-source.js';
import { WorkbookRows } from './workbook-rows.js';

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const STYLES = `<styleSheet ${NAMESPACE}><numFmts><numFmt numFmtId="164" formatCode="00000"/>
  <numFmt numFmtId="165" formatCode="[$-409]mmmm\\ d\\,\\ yyyy;@"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
const HEADER = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>
  <c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c></row>`;
const SHARED = `<sst ${NAMESPACE}>${['name', 'city', 'zip', 'phone', 'established']
  .map((text) => `<si><t>${text}</t></si>`)
  .join(
    '',
  )}<si><r><t>Loon </t></r><r><t>Cafe &amp; Bar</t></r><rPh><t>ignored</t></rPh></si></sst>`;

/** A sheet with the header and one row. */
const sheetOf = (cells: string) =>
  `<worksheet ${NAMESPACE}><sheetData>${HEADER}<row>${cells}</row></sheetData></worksheet>`;
const LOON = sheetOf('<c t="str"><v>Loon</v></c>');

function workbook(
  rows: string,
  more: Record<string, string> = {},
  attributes = '',
): Record<string, string> {
  return {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${NAMESPACE} ${RELATIONS}>${attributes}<sheets>
      <sheet name="Data" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>
      <Relationship Id="rId1" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': SHARED,
    'xl/worksheets/sheet1.xml': `<worksheet ${NAMESPACE}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet ${NAMESPACE}><sheetData><row><c t="inlineStr"><is><t>Remarks</t></is></c></row></sheetData></worksheet>`,
    ...more,
  };
}

describe(WorkbookRows.name, () => {
  const inFolder = useFolder();

  const read = async (content: Buffer, options?: SourceOptions) =>
    (await readSource(inFolder('file'), content, options)).rows;

  it('refuses a sheet that unpacks to far more than its size', async () => {
    const bomb = zipArchive(workbook(HEADER + ' '.repeat(11_000_000)));
    await expect(read(bomb)).rejects.toThrow('It unpacks to more than 10485760 bytes');
  });

  it('decodes escaped characters', async () => {
    const row = `<row r="4"><c r="A4" t="inlineStr"><is><t>Loon_x000D_ Cafe_x005F_</t></is></c></row>`;
    const [first] = await read(zipArchive(workbook(HEADER + row)));
    expect(first!.cells[0]).toBe('Loon\r Cafe_');
  });

  it('reads texts, numbers, dates, and the saved values of formulas', async () => {
    const row = `<row r="4"><c r="A4" t="s"><v>5</v></c><c r="B4" t="inlineStr"><is><t>Ely</t></is></c>
      <c r="C4" s="2"><f>A1</f><v>1234</v></c><c r="D4"><v>2.185550101E9</v></c><c r="E4" s="1"><v>31897</v></c></row>
      <row r="6"><c r="A6" t="str"><f>B1&amp;C1</f><v>Birch Books</v></c><c r="E6" s="3"><v>31897.5</v></c></row>
      <row r="7"><c r="B7" s="1"/></row>`;
    expect(await read(zipArchive(workbook(HEADER + row)))).toMatchObject([
      { line: 4, cells: ['Loon Cafe & Bar', 'Ely', '01234', '2185550101', '1987-04-30'] },
      { line: 6, cells: ['Birch Books', '', '', '', '1987-04-30T12:00:00'] },
    ]);
  });

  it('counts days from 1904 if the workbook requires it', async () => {
    const row =
      '<row r="2"><c r="A2" t="str"><v>Loon</v></c><c r="E2" s="1"><v>30435</v></c></row>';
    const book = workbook(HEADER + row, {}, '<workbookPr date1904="1"/>');
    expect(await read(zipArchive(book))).toMatchObject([
      { record: { establishedOn: '1987-04-30' } },
    ]);
  });

  it('finds the header below titles, and treats error cells as blank', async () => {
    const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>Licences</t></is></c></row>';
    const row = '<row r="3"><c r="A3" t="str"><v>Loon</v></c><c r="B3" t="e"><v>#N/A</v></c></row>';
    const header = HEADER.replaceAll(/([A-Z])1"/g, '$12"').replace('<row r="1">', '<row r="2">');
    expect(await read(zipArchive(workbook(title + header + row)))).toMatchObject([
      { line: 3, record: { name: 'Loon' } },
    ]);
  });

  it('reads the named sheet, and lists the sheets if it is missing', async () => {
    const book = zipArchive(workbook('', { 'xl/worksheets/sheet2.xml': LOON }));
    expect(await read(book, { sheet: 'notes' })).toMatchObject([{ record: { name: 'Loon' } }]);
    await expect(read(book)).rejects.toThrow('Its sheet is empty.');
    await expect(read(book, { sheet: 'Map' })).rejects.toThrow(
      'It has no sheet "Map". Its sheets are: Data, Notes.',
    );
  });

  it('skips a sheet that is only a chart', async () => {
    const parts = workbook('', { 'xl/worksheets/sheet2.xml': LOON });
    const relations = parts['xl/_rels/workbook.xml.rels']!.replace(
      'Id="rId1" Target="worksheets/sheet1.xml"',
      'Id="rId1" Target="chartsheets/sheet1.xml" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet"',
    );
    const file = zipArchive({ ...parts, 'xl/_rels/workbook.xml.rels': relations });
    expect(await read(file)).toMatchObject([{ record: { name: 'Loon' } }]);
  });

  it.each(['hidden', 'veryHidden'])('reads a %s sheet only by its name', async (state) => {
    const parts = workbook('', {
      'xl/worksheets/sheet1.xml': sheetOf('<c t="str"><v>Hidden</v></c>'),
      'xl/worksheets/sheet2.xml': LOON,
    });
    const book = parts['xl/workbook.xml']!.replace('name="Data"', `name="Data" state="${state}"`);
    const file = zipArchive({ ...parts, 'xl/workbook.xml': book });
    expect(await read(file)).toMatchObject([{ record: { name: 'Loon' } }]);
    expect(await read(file, { sheet: 'Data' })).toMatchObject([{ record: { name: 'Hidden' } }]);
  });

  it('rejects a row with too many columns, and one that is too long', async () => {
    const wide = '<row r="2"><c r="ALM2" t="str"><v>x</v></c></row>';
    const cells = `<c t="str"><v>${'x'.repeat(300_000)}</v></c>`.repeat(4);
    expect(
      await read(zipArchive(workbook(`${HEADER}${wide}<row r="3">${cells}</row>`))),
    ).toMatchObject([
      { line: 2, problem: 'It has more than 1000 columns.' },
      { line: 3, problem: 'It is longer than 1000000 characters.' },
    ]);
  });

  it.each([
    ['no workbook', { 'businesses.csv': 'name' }, 'It is a ZIP archive. Unpack it'],
    ['a binary workbook', { 'xl/workbook.bin': '' }, 'It is a binary Excel workbook (.xlsb).'],
    ['a document', { 'word/document.xml': '' }, 'It is a Word or PowerPoint document'],
    ['an OpenDocument sheet', { mimetype: '', 'content.xml': '' }, 'It is an OpenDocument file'],
    ['a shapefile', { 'roads.shp': '', 'roads.dbf': '' }, 'It is a ZIP archive with a shapefile.'],
    ['KMZ', { 'doc.kml': '' }, 'It is KMZ'],
    ['a workbook without sheets', { 'xl/workbook.xml': '<workbook/>' }, 'no sheet ""'],
    ['broken XML', workbook('<row><c></row>'), 'The Excel workbook is damaged.'],
    ['a document type', workbook('<!DOCTYPE x>'), 'The Excel workbook is damaged.'],
    ['tags nested too deep', workbook('<row>'.repeat(100)), 'The Excel workbook is damaged.'],
    ['an endless tag', workbook(`<c r="${'x'.repeat(3_000_000)}"/>`), 'is damaged'],
  ])('refuses %s', async (_, files, reason) => {
    await expect(read(zipArchive(files))).rejects.toThrow(reason);
  });

  it('refuses a truncated file and entries longer than declared', async () => {
    const book = workbook(HEADER + '<row/>'.repeat(10_000));
    await expect(read(zipArchive(book).subarray(0, -9))).rejects.toThrow('damaged or truncated');
    await expect(read(zipArchive(book, { claimedSize: 100 }))).rejects.toThrow(
      'damaged or truncated',
    );
    await expect(read(zipArchive(book, { claimedSize: 4_294_967_294 }))).rejects.toThrow(
      'It unpacks to more than 10485760 bytes',
    );
  });

  it('refuses shared strings that would fill the memory', async () => {
    // Random enough not to be refused for its compression.
    const letters = randomBytes(7_500).toString('base64') + 'x'.repeat(490_000);
    const text = `<si><t>${letters}</t></si>`.repeat(101);
    const book = workbook(HEADER, { 'xl/sharedStrings.xml': `<sst>${text}</sst>` });
    await expect(read(zipArchive(book))).rejects.toThrow('Its text exceeds 50000000');
  });
});
