import { weekText } from './week.js';

describe(weekText.name, () => {
  it('takes each time from the day above, unless the day has its own', () => {
    const values = {
      'hours-monday-opens': '09:00',
      'hours-monday-closes': '17:00',
      'hours-tuesday-opens': 'same',
      'hours-wednesday-opens': '10:00',
      'hours-thursday-opens': 'same',
      'hours-thursday-closes': '20:00',
      'hours-friday-opens': 'same',
      'hours-saturday-opens': 'closed',
      'hours-sunday-opens': 'same',
    };
    expect(weekText('hours', values)).toBe(
      'Mo 09:00-17:00; Tu 09:00-17:00; We 10:00-17:00; Th 10:00-20:00; Fr 10:00-20:00; Sa off; Su off',
    );
  });
});
