import { LngLat, Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import {
  type MapPosition,
  nearestPosition,
  positionParameters,
  readPosition,
} from '../../src/map/map-address.ts';
import { type MapPoint, STEPS, unproject, type View } from '../../src/map/view.ts';
import { fetchPage, isFetching, isPlain } from '../fetched-page.ts';
import { keepNamesClear, type MarkerArea } from './clear-of-markers.ts';
import { dragged } from './drag.ts';
import { addressAt, searchAt, showParts, viewIn } from './parts.ts';
import { styleOf, ZOOM_OFFSET } from './style.ts';

/** Milliseconds the map must rest before it requests new results. */
const SETTLED = 150;

/** Height of a pin in pixels. */
const PIN_HEIGHT = 32;

interface Marker extends MarkerArea {
  link: SVGAElement;
  /** Horizontal position in the picture, in pixels. */
  x: number;
  y: number;
}

/**
 * The server's map, moved by mouse, touch and keyboard. It requests pictures of its own size, so the
 * markers, the list and the counts always match the visible area.
 */
export class LiveMap {
  private readonly picture: SVGSVGElement;
  private readonly stage: HTMLElement;
  private readonly asIMove: HTMLInputElement;
  private readonly searchHere: HTMLButtonElement;
  private markers: Marker[] = [];
  private settling: ReturnType<typeof setTimeout> | undefined;
  /** True if the next move requests new results even though the visitor turned that off. */
  private mustSearch = false;
  /** Position that a link last sent the map to. It may still be moving there. */
  private goal: MapPosition | undefined;
  /** Query of the address shown on the page. */
  private query = location.search;

  /** @param shown view of the results on the page */
  private constructor(
    element: HTMLElement,
    private readonly map: MapLibre,
    private shown: View,
  ) {
    this.stage = map.getContainer();
    this.picture = element.querySelector('.map-picture')!;
    const focused = document.activeElement as SVGElement | null;
    map.getCanvasContainer().append(this.picture);
    if (this.picture.contains(focused)) focused!.focus();
    const options = element.querySelector<HTMLElement>('.search-as-i-move')!;
    this.asIMove = options.querySelector('input')!;
    this.searchHere = options.querySelector('button')!;
    this.searchHere.addEventListener('click', () => this.search());
    options.hidden = false;
    // From here on, this class updates the whole region.
    const region = element.closest<HTMLElement>('[data-swap]')!;
    region.removeAttribute('data-swap');
    region.addEventListener('click', (event) => this.follow(event));
    // A link within the page, such as "#list", only changes the fragment.
    addEventListener('popstate', () => {
      if (location.search === this.query) return;
      // The end of a move would search, which discards the entry that the visitor goes to.
      map.stop();
      clearTimeout(this.settling);
      this.show(location.href, true);
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      void styleOf(element).then((style) => {
        map.setStyle(style);
        void map.once('idle', () => keepNamesClear(map, this.markers));
      });
    });
    map.on('move', () => this.placeMarkers());
    map.on('moveend', () => {
      this.goal = undefined;
      this.settle();
    });
    map.on('resize', () => this.refit());
  }

  /** @param element server's map, whose picture stays until the live map is drawn */
  static async takeOver(element: HTMLElement): Promise<void> {
    const style = await styleOf(element);
    setWorkerUrl(new URL(element.dataset.worker!, location.href).href);
    const picture = element.querySelector<SVGSVGElement>('.map-picture')!;
    const shown = viewIn(element);
    const stage = document.createElement('div');
    stage.className = 'map-live';
    picture.before(stage);
    const map = new MapLibre({
      container: stage,
      style,
      ...cameraOf(shown),
      transformConstrain: (center, zoom) => cameraOf(nearestPosition(positionOf(center, zoom))),
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
    await dragged;
    // The visitor has pressed a filter. Its results bring a new map.
    if (!element.isConnected || isFetching()) return map.remove();
    const position = viewIn(element);
    const zoom = position.zoom + Math.log2(picture.getScreenCTM()!.a);
    picture.viewBox.baseVal.x = 0;
    picture.viewBox.baseVal.y = 0;
    new LiveMap(element, map, viewIn(element)).start({ ...position, zoom });
  }

  private start(position: MapPosition): void {
    const { latitude, longitude } = this.shown;
    const isDragged = position.latitude !== latitude || position.longitude !== longitude;
    this.map.jumpTo(cameraOf(position));
    this.readMarkers();
    this.shown = { ...this.shown, ...this.position() };
    this.refit();
    if (isDragged) this.search();
  }

  /** Requests the same results after the size of the visible area changed. */
  private refit(): void {
    const { clientWidth, clientHeight } = this.stage;
    this.picture.setAttribute('viewBox', `0 0 ${clientWidth} ${clientHeight}`);
    this.placeMarkers();
    this.show(addressAt(this.shown).href, false);
  }

  /**
   * Follows links in place: links on the map move it, links in the list and its filters load their
   * page.
   */
  private follow(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement | SVGAElement>('a');
    if (!link || !isPlain(event)) return;
    const address = new URL(link.getAttribute('href')!, location.href);
    if (address.pathname !== location.pathname || address.hash) return;
    event.preventDefault();
    const step = STEPS[link.dataset.step ?? ''];
    if (step) return this.moveTo(step(this.destination()));
    const position = readPosition(Object.fromEntries(address.searchParams));
    const isPreview = address.searchParams.has('b');
    const closes = document.querySelector('.preview h2')?.textContent;
    if (isPreview || link.matches('.close')) {
      // The map stays where it is.
      const here = addressAt(this.position(), address.href);
      history.pushState(null, '', here);
      this.show(here.href, false, () => focusOn(isPreview ? undefined : closes));
    } else if (position && !this.isAt(position)) {
      this.moveTo(position);
    } else {
      const isOfPage = link.closest('.pages') !== null;
      const heading = isOfPage ? '#list' : '.map-page h1';
      // The map may have moved since the page received this filter.
      const staysHere = position && !isOfPage && this.asIMove.checked;
      const next = staysHere ? addressAt(this.position(), address.href) : address;
      history.pushState(null, '', next);
      this.show(next.href, true, () => document.querySelector<HTMLElement>(heading)!.focus());
    }
  }

  private moveTo(position: MapPosition): void {
    this.mustSearch = true;
    this.map.easeTo(cameraOf(position));
    this.goal = position;
  }

  /** Returns the view that the map has, or is moving to. */
  private destination(): View {
    const { clientWidth: width, clientHeight: height } = this.stage;
    return { ...((this.map.isMoving() && this.goal) || this.position()), width, height };
  }

  private settle(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      if (!this.isAt(this.position())) {
        if (this.asIMove.checked || this.mustSearch) this.search();
        else this.searchHere.hidden = false;
      }
      this.mustSearch = false;
      keepNamesClear(this.map, this.markers);
    }, SETTLED);
  }

  /** Requests the results of the visible area. */
  private search(): void {
    const address = searchAt(this.position());
    history.pushState(null, '', address);
    this.show(address.href, false);
  }

  /** @param follows whether to move the map to the position in the address */
  private show(address: string, follows: boolean, onShown?: () => void): void {
    this.query = location.search;
    const { clientWidth, clientHeight } = this.stage;
    const sized = new URL(address);
    sized.searchParams.set('size', `${clientWidth}x${clientHeight}`);
    const showNext = (next: Document) => {
      this.shown = viewIn(next.querySelector<HTMLElement>('.map')!);
      showParts(next);
      this.readMarkers();
      if (follows) this.map.jumpTo(cameraOf(this.shown));
      this.searchHere.hidden = this.asIMove.checked || this.isAt(this.position());
      onShown?.();
    };
    void fetchPage(address, showNext, sized.href);
  }

  /** Reads the markers from the server's picture of the current results. */
  private readMarkers(): void {
    this.markers = [...this.picture.querySelectorAll<SVGAElement>('a')].map((link) => {
      const { x, y, ...area } = areaOf(link);
      return { link, x, y, ...area, ...unproject({ x, y }, this.shown) };
    });
    this.placeMarkers();
    keepNamesClear(this.map, this.markers);
  }

  private placeMarkers(): void {
    for (const { link, x, y, longitude, latitude } of this.markers) {
      const present = this.map.project([longitude, latitude]);
      link.setAttribute('transform', `translate(${present.x - x} ${present.y - y})`);
    }
  }

  private position(): MapPosition {
    return positionOf(this.map.getCenter(), this.map.getZoom());
  }

  /** Reports whether the position has the same address as the current one. */
  private isAt(position: MapPosition): boolean {
    const [a, b] = [position, this.shown].map(positionParameters) as [object, object];
    return JSON.stringify(a) === JSON.stringify(b);
  }
}

function cameraOf({ longitude, latitude, zoom }: MapPosition) {
  return { center: new LngLat(longitude, latitude), zoom: zoom - ZOOM_OFFSET };
}

function positionOf({ lng, lat }: LngLat, zoom: number): MapPosition {
  return { longitude: lng, latitude: lat, zoom: zoom + ZOOM_OFFSET };
}

/** Moves the focus to the preview, or after closing it, back to the pin of its business. */
function focusOn(closed: string | null | undefined): void {
  const pin = closed && `.map .pin[aria-label="${CSS.escape(closed)}"]`;
  const target = document.querySelector<HTMLElement | SVGElement>(pin ?? '#preview');
  (target ?? document.querySelector<HTMLElement>('.map-page h1')!).focus({ preventScroll: true });
  // On a phone, the list may cover the map.
  scrollTo({ top: 0 });
}

/** Returns the position of a marker's tip in the picture, and its size. */
function areaOf(link: SVGAElement): MapPoint & Pick<MarkerArea, 'size' | 'anchor'> {
  const tip = /^M(-?\d+) (-?\d+)/.exec(link.querySelector('.drop')?.getAttribute('d') ?? '');
  if (tip) return { x: Number(tip[1]), y: Number(tip[2]), size: PIN_HEIGHT, anchor: 'bottom' };
  const { cx, cy, r } = link.querySelector('circle')!;
  const size = 2 * r.baseVal.value;
  return { x: cx.baseVal.value, y: cy.baseVal.value, size, anchor: 'center' };
}
