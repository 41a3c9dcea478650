/** Kinds of land in the Protomaps schema that are drawn as parks. */
export const GREEN = [
  'park',
  'national_park',
  'nature_reserve',
  'protected_area',
  'forest',
  'wood',
  'grass',
  'grassland',
  'cemetery',
  'golf_course',
  'recreation_ground',
];
