import { dragPicture } from './map/drag.ts';
import { searchAt, viewIn } from './map/parts.ts';

/**
 * Events on the server's picture that load the interactive map in its place. If the browser cannot
 * draw the map, the picture and its links stay.
 */
const INTEREST = ['pointerover', 'pointerdown', 'focusin'];

/** The last map that was taken over. Following a filter replaces the element. */
let taken: Element | undefined;

function canDraw(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

async function takeOver(element: HTMLElement): Promise<void> {
  taken = element;
  if (!canDraw()) return;
  const { LiveMap } = await import('./map/live-map.ts');
  await LiveMap.takeOver(element);
}

for (const type of INTEREST) {
  document.addEventListener(type, ({ target }) => {
    const map = (target as Element).closest<HTMLElement>('.map-page .map');
    if (map && map !== taken) void takeOver(map);
  });
}

dragPicture((map) => {
  if (!canDraw()) location.assign(searchAt(viewIn(map)));
});
markOnHover();

/** Marks the pin or cluster of the card under the pointer or with the focus. */
function markOnHover(): void {
  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, ({ target }) => {
      const card = (target as Element).closest<HTMLElement>('.map-list [data-marker]');
      for (const marker of document.querySelectorAll<SVGElement>('.map [data-marker]')) {
        marker.classList.toggle('marked', marker.dataset.marker === card?.dataset.marker);
      }
    });
  }
}
