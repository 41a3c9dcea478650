import type { Assets } from '../assets/assets.js';

/** An icon next to words with the same meaning. It is hidden from screen readers. */
export function Icon({ name }: { name: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** Definitions of the icons in a rendered page, each included once. */
export function IconSprite({ assets, html }: { assets: Assets; html: string }) {
  const names = new Set(html.match(/(?<=<use href="#icon-)[\w-]+/g));
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
