import { Injectable } from '@nestjs/common';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

/** What `libs/website/build-assets.mjs` made. */
export const ASSETS_FOLDER = join(PROJECT_ROOT, 'dist/libs/website/assets');

interface Manifest {
  /** The file of each asset, such as `site-4KXQ2VZP.css` of `site.css`. */
  files: Record<string, string>;
  /** The drawing of each icon, as the inside of an SVG of 24 by 24. */
  icons: Record<string, string>;
}

/** The files that pages load. Their names change with what is in them, so browsers may keep them. */
@Injectable()
export class Assets {
  private readonly manifest = readManifest();

  url(name: string): string {
    return `/assets/${this.manifest.files[name] ?? name}`;
  }

  icon(name: string): string {
    return this.manifest.icons[name] ?? '';
  }

  /** Lets browsers fetch pages ahead that their users are about to open. */
  get headers(): Record<string, string> {
    return { 'Speculation-Rules': `"${this.url('speculation-rules.json')}"` };
  }
}

/** Unit specs run without a build. */
function readManifest(): Manifest {
  const file = join(ASSETS_FOLDER, 'manifest.json');
  if (!existsSync(file)) return { files: {}, icons: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
