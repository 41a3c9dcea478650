import { BOUNDS } from '#libs/geography/src/bounds.js';
import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';
import type { MapPosition } from './map-address.js';
import { MAX_ZOOM, MIN_ZOOM, pan, type View, viewOf, zoomBy } from './view.js';

interface Properties {
  page: PageContext;
  view: View;
  hrefAt: (position: MapPosition) => string;
}

/** Links that pan the map by half a picture and zoom by one level. */
export function MapControls({ page, view, hrefAt }: Properties) {
  const t = page.t.map;
  const { width, height } = view;
  const controls = [
    { icon: 'arrow-left', label: t.west, to: pan(view, -0.5, 0) },
    { icon: 'arrow-up', label: t.north, to: pan(view, 0, -0.5) },
    { icon: 'arrow-down', label: t.south, to: pan(view, 0, 0.5) },
    { icon: 'arrow-right', label: t.east, to: pan(view, 0.5, 0) },
    ...(view.zoom < MAX_ZOOM ? [{ icon: 'plus', label: t.zoomIn, to: zoomBy(view, 1) }] : []),
    ...(view.zoom > MIN_ZOOM ? [{ icon: 'minus', label: t.zoomOut, to: zoomBy(view, -1) }] : []),
    { icon: 'house', label: t.whole, to: viewOf(BOUNDS, width, height) },
  ];
  return (
    <nav class="map-controls" aria-label={t.controls}>
      {controls.map(({ icon, label, to }) => (
        <a class={icon} href={hrefAt(to)} aria-label={label} rel="nofollow">
          <Icon page={page} name={icon} />
        </a>
      ))}
    </nav>
  );
}
