/** Column in which ogr2ogr collects OpenStreetMap's less common tags, as `"key"=>"value",…`. */
const COLUMN = 'other_tags';
/** Maximum number of tags read. */
const MAX_TAGS = 500;
const TAG = /"((?:[^"\\]|\\.)*)"=>"((?:[^"\\]|\\.)*)"/g;

export function hasOtherTags(names: readonly string[]): boolean {
  return names.includes(COLUMN);
}

/** Returns cells by name with those of the column `other_tags`, if there is one. */
export function withOtherTags(cells: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const text = cells.get(COLUMN);
  if (!text) return cells;
  const plain = (quoted = '') => quoted.replace(/\\(.)/g, '$1');
  const tags = [...text.matchAll(TAG)].slice(0, MAX_TAGS);
  return new Map([...tags.map(([, key, value]) => [plain(key), plain(value)] as const), ...cells]);
}
