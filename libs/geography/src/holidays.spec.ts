import { holidayOn } from './holidays.js';

const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const holidaysOf = (year: number) =>
  Array.from({ length: 366 }, (_, day) => dayOf(`${year}-01-01`) + day)
    .filter((day) => new Date(day * 86_400_000).getUTCFullYear() === year)
    .flatMap((day) => {
      const holiday = holidayOn(day);
      return holiday ? [`${new Date(day * 86_400_000).toISOString().slice(5, 10)} ${holiday}`] : [];
    });

describe(holidayOn.name, () => {
  // As the state's own calendars list them.
  it('knows the public holidays of a year, and when those on weekends are observed', () => {
    expect(holidaysOf(2026)).toEqual([
      '01-01 newYear',
      '01-19 martinLutherKing',
      '02-16 presidents',
      '05-25 memorial',
      '06-19 juneteenth',
      '07-03 independence',
      '07-04 independence',
      '09-07 labor',
      '10-12 indigenousPeoples',
      '11-11 veterans',
      '11-26 thanksgiving',
      '12-25 christmas',
    ]);
    expect(holidaysOf(2027).slice(-5)).toEqual([
      '11-11 veterans',
      '11-25 thanksgiving',
      '12-24 christmas',
      '12-25 christmas',
      '12-31 newYear',
    ]);
    expect(holidaysOf(2028).slice(0, 1)).toEqual(['01-01 newYear']);
  });

  it('knows a holiday before 1970', () => {
    expect(holidayOn(dayOf('1969-12-25'))).toBe('christmas');
    expect(holidayOn(dayOf('1969-12-26'))).toBeUndefined();
  });
});
