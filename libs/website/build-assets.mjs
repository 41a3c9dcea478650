import { build } from 'esbuild';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const CLIENT = 'libs/website/client';
const OUTPUT = 'dist/libs/website/assets';
/** What pages ask for by name. */
const ENTRIES = [
  `${CLIENT}/site.css`,
  `${CLIENT}/site.ts`,
  `${CLIENT}/calendar.ts`,
  `${CLIENT}/map.ts`,
  `${CLIENT}/icon.svg`,
  `${CLIENT}/speculation-rules.json`,
  'libs/website/data/base-map.topo.json',
  'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs',
];
const LUCIDE = 'node_modules/lucide-static/icons';

/**
 * Makes the files that pages load, each named by a hash of what is in it and compressed beforehand.
 * Returns what they are made of, as paths.
 */
export async function buildAssets() {
  await rm(OUTPUT, { recursive: true, force: true });
  await mkdir(OUTPUT, { recursive: true });
  const { metafile } = await build({
    entryPoints: ENTRIES,
    outdir: OUTPUT,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    // What is imported when it is needed is a file of its own.
    splitting: true,
    chunkNames: '[name]-[hash]',
    minify: true,
    format: 'esm',
    // Where light-dark() works.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    loader: { '.svg': 'copy', '.json': 'copy' },
    metafile: true,
    tsconfig: join(CLIENT, 'tsconfig.json'),
    legalComments: 'none',
  });
  const files = {};
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint) files[nameOf(entryPoint)] = path.slice(OUTPUT.length + 1);
  }
  const manifest = { files, icons: await icons() };
  await compressAll();
  await writeFile(join(OUTPUT, 'manifest.json'), JSON.stringify(manifest));
  return [...Object.keys(metafile.inputs), LUCIDE];
}

function nameOf(entryPoint) {
  return basename(entryPoint).replace(/\.(ts|mjs)$/, '.js');
}

/** The drawings of the icons that are used, from Lucide (ISC licence). */
async function icons() {
  const names = JSON.parse(await readFile(join(CLIENT, 'icons.json'), 'utf8'));
  const drawings = {};
  for (const name of names) {
    const svg = await readFile(join(LUCIDE, `${name}.svg`), 'utf8');
    drawings[name] = svg
      .slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
      .replace(/\s+/g, ' ')
      .replace(/> </g, '><')
      .trim();
  }
  return drawings;
}

async function compressAll() {
  for (const name of await readdir(OUTPUT)) {
    const bytes = await readFile(join(OUTPUT, name));
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await writeFile(join(OUTPUT, `${name}.br`), brotliCompressSync(bytes, quality));
    await writeFile(join(OUTPUT, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

if (import.meta.filename === process.argv[1]) await buildAssets();
