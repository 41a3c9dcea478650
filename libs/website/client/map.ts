/**
 * Events on the server's picture that load the interactive map in its place. If the browser cannot
 * draw the map, the picture and its links stay.
 */
const INTEREST = ['pointerenter', 'pointerdown', 'focusin'];

function canDraw(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

const map = document.querySelector<HTMLElement>('.map-page .map');
const interest = new AbortController();

async function takeOver(element: HTMLElement): Promise<void> {
  interest.abort();
  if (!canDraw()) return;
  const { LiveMap } = await import('./map/live-map.ts');
  await LiveMap.takeOver(element);
}

for (const type of INTEREST) {
  map?.addEventListener(type, () => void takeOver(map), { signal: interest.signal });
}

export {};
