/** JSON escapes quotes within strings, so nothing but the key of an address looks like it. */
const ADDRESS = '"url":"';
const PATH = '/api/v1/';

/** JSON of records, whose addresses are paths, with addresses in full. */
export function withOriginInJson(json: string, origin: string): string {
  // PostgreSQL's functions of JSON write a blank behind the colon or none.
  return json
    .replaceAll(`${ADDRESS}${PATH}`, `${ADDRESS}${origin}${PATH}`)
    .replaceAll(`"url" : "${PATH}`, `"url" : "${origin}${PATH}`);
}
