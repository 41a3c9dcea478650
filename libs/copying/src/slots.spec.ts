import { Slots } from './slots.js';

describe(Slots.name, () => {
  const slots = () =>
    new Slots({ inAll: 3, ofOneKey: 2, doing: 'are waiting', advice: 'End one of them.' });

  it('gives each key its share and no more until a slot is returned', () => {
    const bounded = slots();
    const giveBack = bounded.take('a');
    bounded.take('a');
    expect(() => bounded.take('a')).toThrow(
      '2 requests with this key are waiting. End one of them.',
    );
    giveBack();
    giveBack();
    bounded.take('a');
    expect(() => bounded.take('a')).toThrow('2 requests with this key');
  });
});
