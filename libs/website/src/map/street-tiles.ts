import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { VectorTile } from '@mapbox/vector-tile';
import { decodeHTML } from 'entities';
import { LRUCache } from 'lru-cache';
import { PbfReader } from 'pbf';
import type { PMTiles } from 'pmtiles';
import { Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { toMercator, worldSize } from '#libs/geography/src/mercator.js';
import { BARE_FROM_ZOOM } from './coarse.js';
import { drawStreets, type StreetLayer, type Tile } from './draw-streets.js';
import { isPmtiles, openArchive } from './street-archive.js';
import { streetsFileOf } from './street-map.js';
import { type Stretch, stretchesOf } from './street-names.js';
import type { View } from './view.js';

/** Picture of the streets in a view. */
export interface StreetPicture {
  view: View;
  /** Drawn in this order. */
  layers: readonly StreetLayer[];
  /** Room for names of streets, the most important streets first. */
  stretches: readonly Stretch[];
  /** Credits stored in the archive, as text. */
  credits: string;
}

/** Tiles of the Protomaps schema are made for 512 pixels, so they are one zoom coarser. */
const COARSER = 1;
const MOST_TILES = 16;
const MAX_WAIT_MS = 2_000;
/** Maximum length of all cached pictures, in characters. */
const CACHE_LENGTH = 8 * 1024 * 1024;
/** A picture of a replaced archive is shown for at most this long. */
const CACHE_TTL_MS = 600_000;
const LONGEST_CREDITS = 200;

/** Draws street maps from the PMTiles file on this machine, if there is one. */
@Injectable()
export class StreetTiles implements OnModuleInit {
  readonly file: string | undefined;
  private readonly archive: PMTiles | undefined;
  private readonly logger = new Logger(StreetTiles.name);
  private readonly pictures = new LRUCache<string, StreetPicture>({
    maxSize: CACHE_LENGTH,
    sizeCalculation: ({ layers }) => layers.reduce((sum, { path }) => sum + path.length, 1),
    ttl: CACHE_TTL_MS,
  });

  constructor(environment: Environment) {
    this.file = streetsFileOf(environment);
    this.archive = this.file === undefined ? undefined : openArchive(this.file);
  }

  /** @throws EnvironmentError when the file is not a readable PMTiles archive */
  async onModuleInit(): Promise<void> {
    if (!this.file || (await isPmtiles(this.file))) return;
    throw new EnvironmentError(
      `${this.file} must be a PMTiles file (version 3) that the program can read. Replace or remove it, or correct MAP_PMTILES.`,
    );
  }

  /** Returns the streets of a view, or undefined where the built-in map must do. */
  async picture(view: View | undefined): Promise<StreetPicture | undefined> {
    if (!this.archive || !view || view.zoom < BARE_FROM_ZOOM) return undefined;
    const key = JSON.stringify(view);
    const cached = this.pictures.get(key);
    if (cached) return cached;
    try {
      const drawn = await this.draw(this.archive, view);
      if (drawn) this.pictures.set(key, drawn);
      return drawn;
    } catch (error) {
      this.logger.warn(`Could not draw streets from ${this.file}: ${(error as Error).message}`);
      return undefined;
    }
  }

  private async draw(archive: PMTiles, view: View): Promise<StreetPicture | undefined> {
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    const [{ maxZoom }, { attribution }] = await Promise.all([
      archive.getHeader(),
      archive.getMetadata() as Promise<{ attribution?: unknown }>,
    ]);
    const tiles = await Promise.all(
      tilesOf(view, maxZoom).map(async ({ z, x, y }): Promise<Tile[]> => {
        const found = await archive.getZxy(z, x, y, signal);
        if (!found) return [];
        return [{ z, x, y, content: new VectorTile(new PbfReader(new Uint8Array(found.data))) }];
      }),
    );
    if (tiles.every(({ length }) => length === 0)) return undefined;
    const found = tiles.flat();
    return {
      view,
      layers: drawStreets(view, found),
      stretches: stretchesOf(view, found),
      credits: typeof attribution === 'string' ? textOf(attribution) : '',
    };
  }
}

/** Returns the tiles under a view, coarser ones if they would be too many. */
function tilesOf(view: View, maxZoom: number): { z: number; x: number; y: number }[] {
  const { x, y } = toMercator(view);
  const size = worldSize(view.zoom);
  const right = view.width / 2 / size;
  const down = view.height / 2 / size;
  for (let z = Math.min(maxZoom, Math.floor(view.zoom) - COARSER); z >= 0; z--) {
    const [west, east, north, south] = [x - right, x + right, y - down, y + down].map((at) =>
      Math.min(2 ** z - 1, Math.max(0, Math.floor(at * 2 ** z))),
    ) as [number, number, number, number];
    const columns = east - west + 1;
    const rows = south - north + 1;
    if (columns * rows > MOST_TILES) continue;
    return Array.from({ length: columns * rows }, (_, index) => ({
      z,
      x: west + (index % columns),
      y: north + Math.floor(index / columns),
    }));
  }
  return [];
}

function textOf(html: string): string {
  return decodeHTML(html.slice(0, 1_000).replace(/<[^>]*>/g, '')).slice(0, LONGEST_CREDITS);
}
