import { ERROR_CODES } from '#libs/http/src/errors/error-codes.js';

/** What the guide tells besides words: it is as this server is configured. */
export interface Facts {
  /** Of the website, without a trailing slash. */
  origin: string;
  /** Requests an hour of a key, unless an admin set another. */
  keyLimit: string;
  /** The same of a client address without a valid key. */
  addressLimit: string;
}

/** The API speaks English: its codes with what they mean. */
export const errorRows = Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => [
  String(status),
  `\`${code}\``,
  meaning,
]);

/** What developers notice of changes to the API, the latest first. */
export const CHANGES = [
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
] as const;
