export interface Change {
  /** Day the change takes effect. */
  date: string;
  en: string;
  es: string;
}

/** Changes to the API that affect developers, latest first. */
export const CHANGES: readonly Change[] = [
  {
    date: '2026-11-26',
    en: 'OpenRefine and similar tools can match columns at `/reconcile` (W3C Reconciliation Service API 0.2). `/tiles` has vector tiles. Keys can have a webhook that is pinged after changes. Events and deals have `categories` and `city`. Searches leave out words that no business has, and `search.corrected` shows it.',
    es: 'OpenRefine y herramientas similares pueden cotejar columnas en `/reconcile` (W3C Reconciliation Service API 0.2). `/tiles` ofrece teselas vectoriales. Las claves pueden tener un webhook que avisa de los cambios. Los eventos y las ofertas tienen `categories` y `city`. Las búsquedas omiten palabras que ningún negocio tiene, y `search.corrected` lo indica.',
  },
  {
    date: '2026-11-25',
    en: 'AI assistants can connect to `/mcp` (Model Context Protocol). Preflights allow `Authorization`, `Cache-Control` and `traceparent`. List parameters can be repeated (`city=Duluth&city=Ely`). The list is also available at `/businesses.csv` and `/businesses.geojson`. There is an official client for TypeScript and JavaScript.',
    es: 'Los asistentes de IA pueden conectarse a `/mcp` (Model Context Protocol). Las solicitudes preflight admiten `Authorization`, `Cache-Control` y `traceparent`. Los parámetros de lista pueden repetirse (`city=Duluth&city=Ely`). La lista también está en `/businesses.csv` y `/businesses.geojson`. Hay un cliente oficial para TypeScript y JavaScript.',
  },
  {
    date: '2026-11-22',
    en: 'A list of events covers one year back to two years ahead. A `from` or `to` outside this range is rejected with an error that names the range. `GET /events.ics` returns at most 500 events.',
    es: 'La lista de eventos abarca desde un año atrás hasta dos años después; un `from` o `to` fuera de ese rango se rechaza indicando el rango. `GET /events.ics` tiene como máximo 500 eventos.',
  },
  {
    date: '2026-11-21',
    en: 'Malformed HTTP requests get the usual error envelope: `malformed_request`, `request_timeout`, `uri_too_long`, `expectation_failed`, `request_header_too_large`.',
    es: 'Lo que no es HTTP correcto se responde con el formato habitual: `malformed_request`, `request_timeout`, `uri_too_long`, `expectation_failed`, `request_header_too_large`.',
  },
  {
    date: '2026-11-20',
    en: 'Pilot release: businesses with search, categories, places, events and deals.',
    es: 'El piloto: negocios con búsqueda, categorías, lugares, eventos y ofertas.',
  },
];
