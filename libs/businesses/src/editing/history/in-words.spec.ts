import { inWords } from './in-words.js';

const changed = (before: object, after: object) =>
  inWords({ action: 'business.change', before, after });

describe(inWords.name, () => {
  it.each<[string, object, object]>([
    [
      'changed the phone from +12185550147 to +12185550199',
      { phone: '+12185550147' },
      { phone: '+12185550199' },
    ],
    ['set the website to https://a.example', { website: null }, { website: 'https://a.example' }],
    ['removed the email address (a@b.example)', { email: 'a@b.example' }, { email: null }],
    [
      'changed the name from “Old” to “New” and changed the slug from old to new',
      { name: 'Old', slug: 'old', url: '/old' },
      { name: 'New', slug: 'new', url: '/new' },
    ],
    [
      'changed the status from open to temporarily closed',
      { status: 'open' },
      { status: 'temporarily_closed' },
    ],
    [
      'set the unit to B',
      { address: { street: '1 Elm Street', unit: null } },
      { address: { street: '1 Elm Street', unit: 'B' } },
    ],
    [
      'set the Facebook page to https://f.example',
      { social: { facebook: null, twitter: null } },
      { social: { facebook: 'https://f.example', twitter: null } },
    ],
    [
      'added it to Cafés, Bars and removed it from Bakeries',
      { categories: [{ slug: 'bakeries', name: 'Bakeries' }] },
      {
        categories: [
          { slug: 'cafes', name: 'Cafés' },
          { slug: 'bars', name: 'Bars' },
        ],
      },
    ],
    [
      'changed the hours from Mo 09:00-17:00 to Mo 09:00-18:00; Sa 10:00-12:00',
      { hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }] },
      {
        hours: [
          { day: 'monday', opens: '09:00', closes: '18:00' },
          { day: 'saturday', opens: '10:00', closes: '12:00' },
        ],
      },
    ],
    [
      'removed the hours (Mo 09:00-17:00)',
      { hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }] },
      { hours: [] },
    ],
    [
      'changed the location from 46.7, -92.1 (center of its ZIP area) to 46.71, -92.11 (exact)',
      { location: { latitude: 46.7, longitude: -92.1, precision: 'postalCode' } },
      { location: { latitude: 46.71, longitude: -92.11, precision: 'exact' } },
    ],
    ['changed it', {}, { somethingNew: 1 }],
  ])('describes a change: %s', (words, before, after) => {
    expect(changed(before, after)).toBe(words);
  });

  it('truncates long texts', () => {
    const words = changed({ description: null }, { description: `Rolls.\n${'x'.repeat(4_000)}` });
    expect(words).toMatch(/^set the description to “Rolls\. x+…”$/);
    expect(words.length).toBeLessThan(160);
  });

  it.each([
    ['business.create', { name: 'Loon' }, 'added it as “Loon”'],
    ['business.remove', { removedAt: '2026-11-20T00:00:00.000Z' }, 'removed it'],
    ['business.restore', { removedAt: null }, 'restored it'],
    [
      'business.merge',
      { merged: { name: 'Loon', slug: 'loon' }, events: 1, deals: 2 },
      'merged “Loon” (loon) into it, with 1 event and 2 deals',
    ],
    [
      'business.merge',
      { merged: { name: 'Loon', slug: 'loon' }, events: 0, deals: 0 },
      'merged “Loon” (loon) into it',
    ],
    [
      'business.merge',
      { mergedInto: { name: 'Lake', slug: 'lake' } },
      'merged it into “Lake” (lake)',
    ],
    ['import.run', null, 'imported chamber, which added it'],
    ['import.undo', null, 'undid the import of chamber'],
  ])('describes %s %j', (action, after, words) => {
    expect(inWords({ action, source: 'chamber', before: null, after })).toBe(words);
  });

  it.each([
    [
      { phone: '+12185550147', street: null, categories: ['Bakery'] },
      { phone: '+12185550199', street: '1 Main St', categories: ['Bakery', 'Café'] },
      'set the street to 1 Main St, changed the phone from +12185550147 to +12185550199 and added it to Café',
    ],
    [{ removed: false }, { removed: true }, 'removed it'],
    [
      { removed: true, phone: null },
      { removed: false, phone: '1' },
      'restored it and set the phone to 1',
    ],
    [{ 'social.facebook': 'a' }, { 'social.facebook': null }, 'removed the Facebook page (a)'],
  ])('describes an import that changed %j to %j', (before, after, words) => {
    const action = { action: 'import.run', source: null, before, after };
    expect(inWords(action)).toBe(`imported a file, which ${words}`);
  });
});
