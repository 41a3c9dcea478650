import { render } from 'preact-render-to-string';
import { EXAMPLE_EVENT } from '../../../../test/support/examples.ts';
import { pageContext } from '../../../../test/support/page-context.ts';
import { EventList } from './event-list.js';

describe(EventList.name, () => {
  it('shows when an event that has begun ends', () => {
    const startsAt = '2026-11-01T16:00:00.000Z';
    const event = { ...EXAMPLE_EVENT, startsAt, endsAt: '2026-12-01T23:00:00.000Z' };
    const html = render(
      <EventList page={pageContext(new Date('2026-11-29T12:00:00Z'))} events={[event]} />,
    );
    expect(html.replace(/\s/g, ' ')).toContain('Sun, Nov 1, 10:00 AM – Tue, Dec 1, 5:00 PM');
  });
});
