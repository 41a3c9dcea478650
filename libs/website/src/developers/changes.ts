export interface Change {
  /** The day from which it holds. */
  date: string;
  en: string;
  es: string;
}

/** What developers notice of changes to the API, the latest first. */
export const CHANGES: readonly Change[] = [
  {
    date: '2026-11-22',
    en: 'A list of events reaches from a year back to two years ahead; a `from` or `to` outside of that is refused with the range. `GET /events.ics` has at most 500 events.',
    es: 'La lista de eventos abarca desde un año atrás hasta dos años después; un `from` o `to` fuera de ese rango se rechaza indicando el rango. `GET /events.ics` tiene como máximo 500 eventos.',
  },
  {
    date: '2026-11-21',
    en: 'What is not HTTP as it has to be is answered with the envelope: `malformed_request`, `request_timeout`, `uri_too_long`, `expectation_failed`, `request_header_too_large`.',
    es: 'Lo que no es HTTP correcto se responde con el formato habitual: `malformed_request`, `request_timeout`, `uri_too_long`, `expectation_failed`, `request_header_too_large`.',
  },
  {
    date: '2026-11-20',
    en: 'The pilot: businesses with search, categories, places, events and deals.',
    es: 'El piloto: negocios con búsqueda, categorías, lugares, eventos y ofertas.',
  },
];
