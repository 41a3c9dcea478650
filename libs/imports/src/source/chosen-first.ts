import { excerpt } from '#libs/text/src/excerpt.js';
import { ImportRefusedError } from './limits.js';

/**
 * Returns the sheets of a workbook or layers of a GeoPackage, the one with the given name first. The
 * first one is chosen by default.
 *
 * @throws ImportRefusedError if none has the name
 */
export function chosenFirst<T extends { name: string }>(
  parts: readonly T[],
  name: string | undefined,
  kind: 'sheet' | 'layer',
): [T, ...T[]] {
  const wanted = name?.trim().toLowerCase();
  const chosen =
    wanted === undefined
      ? parts[0]
      : parts.find((part) => part.name.trim().toLowerCase() === wanted);
  if (chosen) return [chosen, ...parts.filter((part) => part !== chosen)];
  const names = parts.slice(0, 20).map((part) => excerpt(part.name, 40));
  throw new ImportRefusedError(
    `It has no ${kind} "${excerpt(name ?? '', 40)}". Its ${kind}s are: ${names.join(', ')}.`,
  );
}
