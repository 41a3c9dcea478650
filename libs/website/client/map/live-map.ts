import { Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import { type MapPosition, positionParameters, readPosition } from '../../src/map/map-address.ts';
import {
  HEIGHT,
  type MapPoint,
  MAX_ZOOM,
  MIN_ZOOM,
  unproject,
  type View,
  WIDTH,
} from '../../src/map/view.ts';
import { styleOf } from './style.ts';
import { NextPage } from './parts.ts';

/** Difference in zoom levels: MapLibre's tiles are 512 pixels wide. */
const ZOOM_OFFSET = 1;
/** Milliseconds the map must rest before it requests new results. */
const SETTLED = 150;

interface Marker {
  link: SVGAElement;
  longitude: number;
  latitude: number;
  /** Horizontal position in the picture, in pixels. */
  x: number;
  y: number;
}

/**
 * The server's map, moved by mouse, touch and keyboard. It always shows the same square as the
 * picture would, so the markers and the list that the server returns for an address match it.
 */
export class LiveMap {
  private readonly picture: SVGSVGElement;
  private readonly stage: HTMLElement;
  private markers: Marker[] = [];
  private request: AbortController | undefined;
  private settling: ReturnType<typeof setTimeout> | undefined;
  /** Query of the address shown on the page. */
  private query = location.search;

  private constructor(
    element: HTMLElement,
    private readonly map: MapLibre,
    private shown: View,
  ) {
    this.stage = map.getContainer();
    this.picture = element.querySelector('.map-picture')!;
    this.picture.addEventListener('dragstart', (event) => event.preventDefault());
    const focused = document.activeElement as SVGElement | null;
    map.getCanvasContainer().append(this.picture);
    if (this.picture.contains(focused)) focused!.focus();
    // From here on, this class updates the whole region.
    const region = element.closest<HTMLElement>('[data-swap]')!;
    region.removeAttribute('data-swap');
    region.addEventListener('click', (event) => this.follow(event));
    // A link within the page, such as "#filters", only changes the fragment.
    addEventListener('popstate', () => {
      if (location.search !== this.query) this.show(location.href, true);
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      void styleOf(element).then((style) => map.setStyle(style));
    });
    map.on('move', () => this.placeMarkers());
    map.on('moveend', () => this.settle());
    map.on('resize', () => map.jumpTo(this.cameraOf(this.shown)));
    map.jumpTo(this.cameraOf(shown));
    this.readMarkers();
  }

  /** @param element server's map, whose picture stays until the live map is drawn */
  static async takeOver(element: HTMLElement): Promise<void> {
    const style = await styleOf(element);
    setWorkerUrl(new URL(element.dataset.worker!, location.href).href);
    const picture = element.querySelector('.map-picture')!;
    const shown = viewIn(element);
    const stage = document.createElement('div');
    stage.className = 'map-live';
    picture.before(stage);
    const map = new MapLibre({
      container: stage,
      style,
      center: [shown.longitude, shown.latitude],
      zoom: shown.zoom - ZOOM_OFFSET,
      minZoom: MIN_ZOOM - ZOOM_OFFSET - 1,
      maxZoom: MAX_ZOOM,
      // The built-in map's credits appear next to it.
      attributionControl: element.dataset.baseMap === undefined && { compact: false },
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      fadeDuration: 0,
      locale: { 'Map.Title': picture.getAttribute('aria-label')! },
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    await map.once('load');
    new LiveMap(element, map, shown);
  }

  /**
   * Follows links in place: links on the map move it, links in the list and its filters load their
   * page.
   */
  private follow(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement | SVGAElement>('a');
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || event.button !== 0 || !isPlain) return;
    const address = new URL(link.getAttribute('href')!, location.href);
    if (address.pathname !== location.pathname || address.hash) return;
    event.preventDefault();
    const position = readPosition(Object.fromEntries(address.searchParams));
    if (position && !this.isAt(position)) {
      this.map.easeTo(this.cameraOf(position));
    } else {
      history.pushState(null, '', address);
      this.show(address.href, true);
    }
  }

  private settle(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      const position = this.position();
      if (this.isAt(position)) return;
      const address = new URL(location.href);
      address.searchParams.delete('page');
      for (const [name, value] of Object.entries(positionParameters(position))) {
        address.searchParams.set(name, value);
      }
      history.pushState(null, '', address);
      this.show(address.href, false);
    }, SETTLED);
  }

  /** @param follows whether to move the map to the position in the address */
  private show(address: string, follows: boolean): void {
    this.request?.abort();
    this.request = new AbortController();
    this.query = new URL(address).search;
    NextPage.fetch(address, this.request.signal)
      .then((next) => {
        this.shown = viewIn(next.map);
        next.show();
        this.readMarkers();
        if (follows) this.map.jumpTo(this.cameraOf(this.shown));
      })
      .catch((error: unknown) => {
        if ((error as Error).name !== 'AbortError') location.assign(address);
      });
  }

  /** Reads the markers from the server's picture of the current results. */
  private readMarkers(): void {
    this.markers = [...this.picture.querySelectorAll<SVGAElement>('a')].map((link) => {
      const { x, y } = pointOf(link);
      return { link, x, y, ...unproject({ x, y }, this.shown) };
    });
    this.placeMarkers();
  }

  private placeMarkers(): void {
    for (const { link, x, y, longitude, latitude } of this.markers) {
      const present = this.map.project([longitude, latitude]);
      const [right, down] = [present.x / this.scale - x, present.y / this.scale - y];
      link.setAttribute('transform', `translate(${right} ${down})`);
    }
  }

  /** Screen pixels per pixel of the picture. */
  private get scale(): number {
    return this.stage.clientWidth / this.shown.width;
  }

  private cameraOf({ longitude, latitude, zoom }: MapPosition) {
    const center: [number, number] = [longitude, latitude];
    return { center, zoom: zoom - ZOOM_OFFSET + Math.log2(this.scale) };
  }

  private position(): MapPosition {
    const { lng, lat } = this.map.getCenter();
    const zoom = this.map.getZoom() + ZOOM_OFFSET - Math.log2(this.scale);
    return { longitude: lng, latitude: lat, zoom };
  }

  /** Reports whether the position has the same address as the current one. */
  private isAt(position: MapPosition): boolean {
    const [a, b] = [position, this.shown].map(positionParameters) as [object, object];
    return JSON.stringify(a) === JSON.stringify(b);
  }
}

function viewIn({ dataset }: HTMLElement): View {
  const [latitude, longitude, zoom] = [dataset.latitude, dataset.longitude, dataset.zoom].map(
    Number,
  ) as [number, number, number];
  return { latitude, longitude, zoom, width: WIDTH, height: HEIGHT };
}

/** Returns the position of a marker's tip in the picture. */
function pointOf(link: SVGAElement): MapPoint {
  const tip = /^M(-?\d+) (-?\d+)/.exec(link.querySelector('.drop')?.getAttribute('d') ?? '');
  if (tip) return { x: Number(tip[1]), y: Number(tip[2]) };
  const circle = link.querySelector('circle')!;
  return { x: circle.cx.baseVal.value, y: circle.cy.baseVal.value };
}
