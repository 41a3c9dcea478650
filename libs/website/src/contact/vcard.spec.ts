import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { EXAMPLE_BUSINESS } from '../../../../test/support/examples.ts';
import { vCard } from './vcard.js';

const PAGE = 'https://directory.example.org/b/loon-lake-bakery-duluth';

/** Returns the unfolded lines of the card. */
const lines = (changes: Partial<BusinessDto> = {}) =>
  vCard({ ...EXAMPLE_BUSINESS, ...changes }, PAGE)
    .replaceAll('\r\n ', '')
    .split('\r\n');

describe(vCard.name, () => {
  it('describes the contact as a company', () => {
    expect(lines()).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Minnesota Business Directory//EN',
      'UID:urn:uuid:0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11',
      'REV:2026-03-02T09:00:00.000Z',
      'FN:Loon Lake Bakery',
      'N:;;;;',
      'ORG:Loon Lake Bakery',
      'X-ABSHOWAS:COMPANY',
      'TEL;TYPE=WORK,VOICE:+12185550147',
      'EMAIL;TYPE=INTERNET,WORK:hello@loonlake.example.com',
      'ADR;TYPE=WORK:;Suite 2;12 Superior St;Duluth;MN;55802;United States',
      'GEO:46.78;-92.1',
      'URL:https://loonlake.example.com/',
      `URL:${PAGE}`,
      'CATEGORIES:Bakery',
      'NOTE:Sourdough\\, pasties and cardamom rolls.',
      'END:VCARD',
      '',
    ]);
  });

  it('omits lines for missing values', () => {
    const text = lines({
      phone: null,
      email: null,
      website: null,
      description: null,
      categories: [],
      location: null,
    }).join('\n');
    expect(text).not.toMatch(/^(TEL|EMAIL|NOTE|GEO|CATEGORIES)/m);
    expect(text.match(/^URL/gm)).toHaveLength(1);
  });

  it('omits a point that is not exact', () => {
    const location = { latitude: 46.8, longitude: -92.1, precision: 'city' as const };
    expect(lines({ location }).some((line) => line.startsWith('GEO'))).toBe(false);
  });

  it.each([
    ['a line break', 'Loon\r\nTEL:+19005550100', 'Loon\\nTEL:+19005550100'],
    ['the end of the card', 'Loon\nEND:VCARD', 'Loon\\nEND:VCARD'],
    ['separators', 'Loon; Lake, \\Bakery', 'Loon\\; Lake\\, \\\\Bakery'],
    ['control characters', 'Loon\u0000\u001b[2J', 'Loon  [2J'],
    ['markup', '<b>"Loon" & \'Lake\'</b>', '<b>"Loon" & \'Lake\'</b>'],
  ])('escapes %s in a name', (_, name, written) => {
    const all = lines({ name });
    expect(all).toContain(`FN:${written}`);
    expect(all).toHaveLength(lines().length);
  });

  it('keeps an invalid number or address within its line', () => {
    const all = lines({ phone: '+1\r\nEND:VCARD', email: 'a@b\nEND:VCARD' });
    expect(all.filter((line) => line === 'END:VCARD')).toHaveLength(1);
  });

  it.each(['javascript:alert(1)', 'data:text/vcard,x'])('omits a %s link', (website) => {
    expect(lines({ website }).filter((line) => line.startsWith('URL'))).toEqual([`URL:${PAGE}`]);
  });

  it('keeps a web address from ending its line', () => {
    const website = 'https://example.com/\r\nTEL:+19005550100';
    expect(lines({ website })).toContain('URL:https://example.com/TEL:+19005550100');
  });
});
