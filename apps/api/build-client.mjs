import { build } from 'esbuild';

const CLIENT = 'apps/api/client';

/**
 * Builds the script and the styles that `/docs` and `/admin/docs` load in addition to those of
 * Swagger UI. Returns the paths of the source files.
 */
export async function buildClient() {
  const { metafile } = await build({
    entryPoints: [`${CLIENT}/docs.ts`, `${CLIENT}/docs.css`],
    outdir: 'dist/apps/api/client',
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome100', 'firefox100', 'safari15.4'],
    tsconfig: `${CLIENT}/tsconfig.json`,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

if (import.meta.filename === process.argv[1]) await buildClient();
