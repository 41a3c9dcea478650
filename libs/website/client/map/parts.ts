import { type MapPosition, positionParameters } from '../../src/map/map-address.ts';
import { unproject, type View } from '../../src/map/view.ts';
import { adoptFrame } from '../fetched-page.ts';

/** Returns the view of a server's picture, including how far it was dragged. */
export function viewIn(map: HTMLElement): View {
  const [latitude, longitude, zoom] = [
    map.dataset.latitude,
    map.dataset.longitude,
    map.dataset.zoom,
  ].map(Number) as [number, number, number];
  const { x, y, width, height } = map.querySelector<SVGSVGElement>('.map-picture')!.viewBox.baseVal;
  const view = { latitude, longitude, zoom, width, height };
  if (x === 0 && y === 0) return view;
  return { ...view, ...unproject({ x: x + width / 2, y: y + height / 2 }, view) };
}

/** Returns the address of a search at another position, with the first page of its list. */
export function searchAt(position: MapPosition): URL {
  const address = addressAt(position);
  address.searchParams.delete('page');
  return address;
}

/** Returns an address of a map at another position. */
export function addressAt(position: MapPosition, from = location.href): URL {
  const address = new URL(from);
  for (const [name, value] of Object.entries(positionParameters(position))) {
    address.searchParams.set(name, value);
  }
  return address;
}

/** Shows the parts of a fetched map page and keeps the focus on the control with the same name. */
export function showParts(page: Document): void {
  const focused = document.activeElement;
  const label = focused?.getAttribute('aria-label');
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const next = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!next || part.innerHTML === next.innerHTML) continue;
    part.replaceChildren(...[...next.childNodes].map((node) => document.adoptNode(node)));
    if (label && focused && !focused.isConnected) {
      part.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus();
    }
  }
  adoptFrame(page);
}
