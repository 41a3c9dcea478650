import { build } from 'esbuild';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const CLIENT = 'libs/website/client';
const OUTPUT = 'dist/assets';
/** Sources of the files that pages request by name. */
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
/** The highest quality makes files 3 % smaller, and takes two and a half times as long. */
const QUALITY = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 10 } };
const LUCIDE = 'node_modules/lucide-static/icons';
const VIEWS = 'libs/website/src';

/**
 * Builds the files that pages load. The name of each contains a hash of its content.
 *
 * @returns paths of the sources, and a promise for the compressed files, which only the running
 * server reads
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
    // A dynamically imported module becomes its own file.
    splitting: true,
    chunkNames: '[name]-[hash]',
    minify: true,
    format: 'esm',
    // Browsers that support light-dark().
    target: ['chrome123', 'firefox120', 'safari17.5'],
    loader: { '.svg': 'copy', '.json': 'copy', '.woff2': 'file' },
    metafile: true,
    tsconfig: join(CLIENT, 'tsconfig.json'),
    // Sources, which need not be compiled yet.
    alias: { '#libs': './libs' },
    legalComments: 'none',
  });
  const files = {};
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint) files[nameOf(entryPoint)] = path.slice(OUTPUT.length + 1);
  }
  const manifest = { files, icons: await icons() };
  await writeFile(join(OUTPUT, 'manifest.json'), JSON.stringify(manifest));
  const built = Object.keys(metafile.outputs).map((path) => path.slice(OUTPUT.length + 1));
  return {
    sources: [...Object.keys(metafile.inputs), LUCIDE],
    compressed: Promise.all(built.map(compress)),
  };
}

function nameOf(entryPoint) {
  return basename(entryPoint).replace(/\.(ts|mjs)$/, '.js');
}

/** Returns the Lucide drawings (ISC license) of the icons that the views name. */
async function icons() {
  const available = new Set((await readdir(LUCIDE)).map((file) => basename(file, '.svg')));
  const views = (await readdir(VIEWS, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const sources = await Promise.all(views.map((file) => readFile(join(VIEWS, file), 'utf8')));
  const words = sources.flatMap((source) => source.match(/(?<=['"])[a-z0-9-]+(?=['"])/g) ?? []);
  const drawings = {};
  for (const name of new Set(words)) {
    if (!available.has(name)) continue;
    const svg = await readFile(join(LUCIDE, `${name}.svg`), 'utf8');
    drawings[name] = svg
      .slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
      .replace(/\s+/g, ' ')
      .replace(/> </g, '><')
      .trim();
  }
  return drawings;
}

async function compress(name) {
  const bytes = await readFile(join(OUTPUT, name));
  await writeFile(join(OUTPUT, `${name}.br`), await brotli(bytes, QUALITY));
  await writeFile(join(OUTPUT, `${name}.gz`), await gzip(bytes, { level: 9 }));
}

if (import.meta.filename === process.argv[1]) await buildAssets();
