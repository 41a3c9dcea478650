/** Rectangle around Minnesota and the 3 km margin that `countyAt` allows, in degrees (WGS 84). */
export const BOUNDS = { south: 43.46, north: 49.42, west: -97.28, east: -89.45 } as const;

export function isWithinBounds(latitude: number, longitude: number): boolean {
  return (
    latitude >= BOUNDS.south &&
    latitude <= BOUNDS.north &&
    longitude >= BOUNDS.west &&
    longitude <= BOUNDS.east
  );
}
