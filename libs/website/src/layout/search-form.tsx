import type { PageContext } from '../pages/page-context.js';
import { isPosition } from '../search/position.js';
import { Icon } from './icon.js';

interface Properties {
  page: PageContext;
  q?: string;
  where?: string;
  /** Of its fields, where a page has two forms. */
  id?: string;
}

/** The search of every page: what, and where. */
export function SearchForm({ page, q, where, id = 'search' }: Properties) {
  const { form } = page.t;
  const isNearYou = where !== undefined && isPosition(where);
  return (
    <search class="search-form">
      <form action={page.href('/search')} aria-label={form.label}>
        <mnbd-suggestions class="field" data-source={page.href('/suggest')}>
          <label for={`${id}-q`}>{form.what}</label>
          <input
            id={`${id}-q`}
            type="search"
            name="q"
            value={q}
            maxLength={200}
            placeholder={form.whatHint}
            autocomplete="off"
            autocapitalize="none"
            enterkeyhint="search"
          />
        </mnbd-suggestions>
        <mnbd-near-me
          class="field"
          data-press={form.nearMe}
          data-found={form.nearYou}
          data-locating={form.locating}
          data-failed={form.notLocated}
        >
          <label for={`${id}-where`}>{form.where}</label>
          <input
            id={`${id}-where`}
            name="where"
            value={where}
            maxLength={100}
            placeholder={form.whereHint}
            autocomplete="postal-code"
            data-near={isNearYou ? 'yes' : undefined}
          />
        </mnbd-near-me>
        <button type="submit" class="primary">
          <Icon page={page} name="search" />
          <span>{form.submit}</span>
        </button>
      </form>
    </search>
  );
}
