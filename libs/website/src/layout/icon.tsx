import type { Assets } from '../assets/assets.js';
import type { PageContext } from '../pages/page-context.js';

/** An icon next to words with the same meaning. It is hidden from screen readers. */
export function Icon({ page, name }: { page: PageContext; name: string }) {
  page.icons.add(name);
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** Definitions of the icons on the page, each included once. */
export function IconSprite({ assets, names }: { assets: Assets; names: ReadonlySet<string> }) {
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      {[...names].map((name) => (
        <symbol
          id={`icon-${name}`}
          viewBox="0 0 24 24"
          dangerouslySetInnerHTML={{ __html: assets.icon(name) }}
        />
      ))}
    </svg>
  );
}
