/**
 * The map that moves, in the place of the picture that the server drew. It is loaded once that
 * stands, and where the browser cannot draw it, the picture and its links stay.
 */
function canDraw(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

async function takeOver(): Promise<void> {
  const map = document.querySelector<HTMLElement>('.map-page .map');
  if (!map || !canDraw()) return;
  const { LiveMap } = await import('./map/live-map.ts');
  await LiveMap.takeOver(map);
}

if (document.readyState === 'complete') void takeOver();
else addEventListener('load', () => void takeOver(), { once: true });
