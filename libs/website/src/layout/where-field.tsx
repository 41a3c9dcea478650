import type { PageContext } from '../pages/page-context.js';
import { positionIn } from '../search/place-finder.js';

interface Properties {
  page: PageContext;
  id: string;
  where?: string;
  /** The visitor should press "Near me", so a phone shows the field. */
  near?: 'me';
}

/** A field for a place. With JavaScript, it also offers the visitor's position, and suggests places. */
export function WhereField({ page, id, where, near }: Properties) {
  const { form } = page.t;
  const isNearYou = where !== undefined && positionIn(where) !== undefined;
  return (
    <mnbd-near-me
      class="field"
      data-asks={near}
      data-press={form.nearMe}
      data-found={form.nearYou}
      data-locating={form.locating}
      data-failed={form.notLocated}
    >
      <label for={id}>{form.where}</label>
      <mnbd-suggestions data-source={page.href('/suggest')}>
        <input
          id={id}
          name="where"
          value={where}
          maxLength={100}
          placeholder={form.whereHint}
          autocomplete="off"
          data-near={isNearYou ? 'yes' : undefined}
        />
      </mnbd-suggestions>
    </mnbd-near-me>
  );
}
