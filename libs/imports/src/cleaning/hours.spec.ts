import { cleanHours } from './hours.js';

const at = (day: string, opens: string, closes: string) => ({ day, opens, closes });

describe(cleanHours.name, () => {
  it('reads ranges, lists, split shifts and hours past midnight', () => {
    expect(cleanHours('Mo-Tu 9:00-12:00,13:00-17:00; Sa,Su 20:00-02:00')).toEqual([
      at('monday', '09:00', '12:00'),
      at('monday', '13:00', '17:00'),
      at('tuesday', '09:00', '12:00'),
      at('tuesday', '13:00', '17:00'),
      at('saturday', '20:00', '02:00'),
      at('sunday', '20:00', '02:00'),
    ]);
  });

  it('reads a range around the week, and a later rule instead of an earlier one', () => {
    expect(cleanHours('Fr-Mo 10:00-18:00; Su off')).toEqual([
      at('monday', '10:00', '18:00'),
      at('friday', '10:00', '18:00'),
      at('saturday', '10:00', '18:00'),
    ]);
  });

  it('reads 24/7 as seven whole days', () => {
    expect(cleanHours('24/7')).toHaveLength(7);
    expect(cleanHours('24/7')![0]).toEqual(at('monday', '00:00', '00:00'));
  });

  it('reads the list that the API answers', () => {
    const hours = [at('friday', '20:00', '02:00')];
    expect(cleanHours(JSON.stringify(hours))).toEqual(hours);
  });

  it.each([
    'by appointment',
    'Mo 9-17',
    'Mo 25:00-26:00',
    'Xx 09:00-17:00',
    'Mo-',
    '[{"day":1}]',
    '[null]',
    '[',
    'Mo 23:00-25:00',
  ])('gives up on %j', (text) => {
    expect(cleanHours(text)).toBeNull();
  });
});
