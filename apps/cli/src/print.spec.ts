import { tableLines } from './print.js';

describe(tableLines.name, () => {
  it('aligns columns by the display width of characters', () => {
    expect(
      tableLines(
        ['Name', 'Use', 'State'],
        [
          ['Ada', '5', 'active'],
          ['湖の店', '1200', 'active'],
          ['🌲 Pine', '30', 'revoked'],
          ['Zoë', '', ''],
        ],
      ),
    ).toEqual([
      'Name      Use  State',
      'Ada         5  active',
      '湖の店   1200  active',
      '🌲 Pine    30  revoked',
      'Zoë',
    ]);
  });
});
