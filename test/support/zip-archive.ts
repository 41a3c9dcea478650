import { deflateRawSync } from 'node:zlib';

interface ZipOptions {
  /** Uncompressed size that the archive states. Default: the real size. */
  claimedSize?: number;
}

/** Builds a ZIP archive from files by name. It has no checksums, because our reader ignores them. */
export function zipArchive(
  files: Record<string, string | Buffer>,
  { claimedSize }: ZipOptions = {},
): Buffer {
  const contents = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedSize ?? Buffer.byteLength(content), 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, rest, Buffer.from(name)]),
    );
    contents.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...contents, listing, Buffer.from('PK\x05\x06'), end]);
}

/** Builds an Excel workbook with named sheets, of which only the last has rows. */
export function workbookOf(sheets: string[], rows: string[][]): Buffer {
  const listed = sheets.map((name, index) => `<sheet name="${name}" id="${index + 1}"/>`);
  const cells = (row: string[]) => row.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('');
  const data = rows.map((row) => `<row>${cells(row)}</row>`).join('');
  return zipArchive({
    'xl/workbook.xml': `<workbook><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<R><Relationship Id="${sheets.length}" Target="worksheets/b.xml"/></R>`,
    'xl/worksheets/b.xml': `<worksheet><sheetData>${data}</sheetData></worksheet>`,
  });
}
