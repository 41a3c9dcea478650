import type { PageContext } from '../pages/page-context.js';
import { PAGE_SIZE } from '../search/search-query.js';
import { Icon } from './icon.js';

interface Properties {
  page: PageContext;
  present: number;
  /** Number of items on all pages. */
  total: number;
  hrefOf: (number: number) => string;
}

/** Links to the first, the last and the adjacent pages of a list. */
export function PageLinks({ page, present, total, hrefOf }: Properties) {
  const last = Math.ceil(total / PAGE_SIZE);
  if (last <= 1) return null;
  const { pages } = page.t;
  const shown = [...new Set([1, present - 2, present - 1, present, present + 1, present + 2, last])]
    .filter((number) => number >= 1 && number <= last)
    .sort((a, b) => a - b);
  return (
    <nav class="pages" aria-label={pages.label}>
      {present > 1 && (
        <a rel="prev" href={hrefOf(Math.min(present - 1, last))}>
          <Icon name="chevron-left" />
          <span>{pages.previous}</span>
        </a>
      )}
      <ol>
        {shown.map((number, index) => (
          <li class={index > 0 && number - shown[index - 1]! > 1 ? 'gap' : undefined}>
            {number === present ? (
              <strong aria-current="page">
                <span class="hidden">{pages.page(number)}</span>
                <span aria-hidden="true">{page.number(number)}</span>
              </strong>
            ) : (
              <a href={hrefOf(number)} aria-label={pages.page(number)}>
                {page.number(number)}
              </a>
            )}
          </li>
        ))}
      </ol>
      {present < last && (
        <a rel="next" href={hrefOf(present + 1)}>
          <span>{pages.next}</span>
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}
