import type { PageContext } from '../pages/page-context.js';
import type { SearchFields } from '../pages/view.js';
import { Icon } from './icon.js';
import { WhereField } from './where-field.js';

type Properties = SearchFields & { page: PageContext };

export function SearchForm({ page, q, where, attributes, open, near }: Properties) {
  const { form } = page.t;
  return (
    <search class="search-form">
      <form action={page.href('/search')} aria-label={form.label}>
        <mnbd-suggestions class="field" data-source={page.href('/suggest')}>
          <label for="search-q">{form.what}</label>
          <input
            id="search-q"
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
        {attributes && <input type="hidden" name="attribute" value={attributes.join()} />}
        {open && <input type="hidden" name="open" value={open} />}
        <WhereField page={page} id="search-where" where={where} near={near} />
        <button type="submit" class="primary">
          <Icon name="search" />
          <span>{form.submit}</span>
        </button>
      </form>
    </search>
  );
}
