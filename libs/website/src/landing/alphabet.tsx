import { INITIALS } from '#libs/directory-index/src/criteria.js';
import type { PageContext } from '../pages/page-context.js';

type Initial = (typeof INITIALS)[number];

export function initialName(page: PageContext, initial: Initial): string {
  return initial === 'other' ? page.t.landing.otherLetters : initial.toUpperCase();
}

/** Links to all businesses by the first letter of their names. */
export function Alphabet({ page, present }: { page: PageContext; present?: Initial }) {
  return (
    <nav aria-label={page.t.landing.alphabet}>
      <ul class="alphabet">
        {INITIALS.map((initial) => (
          <li>
            <a
              href={page.href(`/a-z/${initial}`)}
              aria-current={initial === present ? 'page' : undefined}
            >
              {initialName(page, initial)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
