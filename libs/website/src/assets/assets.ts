import { Injectable } from '@nestjs/common';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

/** Output folder of `libs/website/build-assets.mjs`. */
export const ASSETS_FOLDER = join(PROJECT_ROOT, 'dist/assets');

interface Manifest {
  /** File name of each asset: `site.css` maps to `site-4KXQ2VZP.css`. */
  files: Record<string, string>;
  /** Drawing of each icon, as the content of a 24 by 24 SVG. */
  icons: Record<string, string>;
}

/** Files that pages load. A file's name changes with its content, so browsers may cache it. */
@Injectable()
export class Assets {
  private readonly manifest = readManifest();

  url(name: string): string {
    return `/assets/${this.manifest.files[name] ?? name}`;
  }

  icon(name: string): string {
    return this.manifest.icons[name] ?? '';
  }

  /** Headers that let browsers prefetch pages the visitor is about to open. */
  get headers(): Record<string, string> {
    return { 'Speculation-Rules': `"${this.url('speculation-rules.json')}"` };
  }
}

/** Returns an empty manifest without a build, which unit specs lack. */
function readManifest(): Manifest {
  const file = join(ASSETS_FOLDER, 'manifest.json');
  if (!existsSync(file)) return { files: {}, icons: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
