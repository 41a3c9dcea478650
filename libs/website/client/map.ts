import { dragPicture } from './map/drag.ts';
import { searchAt, viewIn } from './map/parts.ts';

/**
 * Events on the server's picture that load the interactive map in its place. If the browser cannot
 * draw the map, the picture and its links stay.
 */
const INTEREST = ['pointerover', 'pointerdown', 'focusin'];

/** The last map that was taken over. Following a filter replaces the element. */
let taken: Element | undefined;

/** Resolves to false, or rejects, if the interactive map cannot replace the picture. */
let takeover = Promise.resolve(true);

function canDraw(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

async function takeOver(element: HTMLElement): Promise<boolean> {
  taken = element;
  if (!canDraw()) return false;
  const { LiveMap } = await import('./map/live-map.ts');
  await LiveMap.takeOver(element);
  return true;
}

for (const type of INTEREST) {
  document.addEventListener(type, ({ target }) => {
    const map = (target as Element).closest<HTMLElement>('.map-page .map');
    if (map && map !== taken) takeover = takeOver(map);
  });
}

dragPicture((map) => {
  const openPicture = () => location.assign(searchAt(viewIn(map)));
  void takeover.then((isLive) => isLive || openPicture(), openPicture);
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
