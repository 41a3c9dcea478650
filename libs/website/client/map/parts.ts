import { type MapPosition, positionParameters } from '../../src/map/map-address.ts';
import { unproject, type View } from '../../src/map/view.ts';
import { adoptFrame } from '../adopt-frame.ts';

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

/** Returns an address of a map at another position, with the first page of its list. */
export function addressAt(position: MapPosition, from = location.href): URL {
  const address = new URL(from);
  address.searchParams.delete('page');
  for (const [name, value] of Object.entries(positionParameters(position))) {
    address.searchParams.set(name, value);
  }
  return address;
}

/** A fetched map page, whose parts replace those of the current page. */
export class NextPage {
  private constructor(private readonly page: Document) {}

  /** @throws AbortError when a newer request replaces this one */
  static async fetch(address: string, signal: AbortSignal): Promise<NextPage> {
    const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
    if (!response.ok) throw new Error(`The map request failed with status ${response.status}.`);
    return new NextPage(new DOMParser().parseFromString(await response.text(), 'text/html'));
  }

  get map(): HTMLElement {
    return this.page.querySelector<HTMLElement>('.map')!;
  }

  /** Replaces the parts of the page and keeps the focus on the control with the same name. */
  show(): void {
    const focused = document.activeElement;
    const label = focused?.getAttribute('aria-label');
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
      const next = this.page.querySelector(`[data-part="${part.dataset.part}"]`);
      if (!next || part.innerHTML === next.innerHTML) continue;
      part.replaceChildren(...[...next.childNodes].map((node) => document.adoptNode(node)));
      if (label && focused && !focused.isConnected) {
        part.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus();
      }
    }
    adoptFrame(this.page);
  }
}
