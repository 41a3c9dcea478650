/**
 * Returns SWC's options for a source file, in builds and in specs.
 *
 * @param {boolean} tsx whether the file contains JSX
 */
export function compilerOptions(tsx) {
  return {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true, tsx },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
  };
}
