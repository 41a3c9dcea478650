import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { distance } from 'fastest-levenshtein';
import { EXPLANATIONS, OTHER_NAMES } from './other-names.js';

/** Maximum length for suggestions; no field name is longer. */
const LONGEST_NAME = 40;

const cache = new WeakMap<Type, ReadonlySet<string>>();

/** Returns the field names of an input class: those with a validation. */
export function knownFields(metatype: Type): ReadonlySet<string> {
  let known = cache.get(metatype);
  if (!known) {
    const validations = getMetadataStorage().getTargetValidationMetadatas(
      metatype,
      '',
      false,
      false,
    );
    known = new Set(validations.map(({ propertyName }) => propertyName));
    cache.set(metatype, known);
  }
  return known;
}

/** Returns a sentence about an unknown field, with a suggestion if one is close. */
export function notKnown(field: string, known: ReadonlySet<string>): string {
  const explanation = explanationOf(field, known);
  if (explanation) return `${quote(field)} is not known here. ${explanation}`;
  const nearest = sameButForForm(field, known) ?? nearestOf(field, known);
  return `${quote(field)} is not known here${suggestion(nearest)}`;
}

function explanationOf(field: string, known: ReadonlySet<string>): string | undefined {
  const plain = plainName(field);
  if (!Object.hasOwn(EXPLANATIONS, plain)) return undefined;
  const { text, requires } = EXPLANATIONS[plain]!;
  return known.has(requires) ? text : undefined;
}

/**
 * Returns a sentence about an unknown name, with a suggestion if one is close and has the same initial,
 * because other names are rarely misspellings.
 */
export function noSuch(kind: string, name: string, known: Iterable<string>): string {
  if (/[;|]/.test(name)) {
    return `There is no ${kind} ${quote(name)}. Separate values with commas, or repeat the parameter.`;
  }
  const initial = name.charAt(0).toLowerCase();
  const plausible = [...known].filter((each) => each.toLowerCase().startsWith(initial));
  return `There is no ${kind} ${quote(name)}${suggestion(nearestOf(name, plausible))}`;
}

function suggestion(nearest: string | undefined): string {
  return nearest === undefined ? '.' : `. Did you mean "${nearest}"?`;
}

/** Returns a name that differs only in case and punctuation, or that other APIs spell differently. */
function sameButForForm(field: string, known: ReadonlySet<string>): string | undefined {
  if (field.length > LONGEST_NAME) return undefined;
  const plain = plainName(field);
  const others = Object.hasOwn(OTHER_NAMES, plain) ? OTHER_NAMES[plain]! : [];
  return (
    [...known].find((name) => plainName(name) === plain) ?? others.find((name) => known.has(name))
  );
}

function plainName(field: string): string {
  return field.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Returns the nearest name by edit distance, ignoring case. */
function nearestOf(field: string, known: Iterable<string>): string | undefined {
  if (field.length > LONGEST_NAME) return undefined;
  const wanted = field.toLowerCase();
  return [...known]
    .map((name) => ({ name, edits: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(2, name.length / 3))
    .sort((a, b) => a.edits - b.edits)[0]?.name;
}

/** Quotes a client's word for an error message, shortened and on one line. */
export function quote(word: string): string {
  return JSON.stringify(abbreviate(word));
}

export function abbreviate(word: string): string {
  return word.length > LONGEST_NAME ? `${word.slice(0, LONGEST_NAME)}…` : word;
}
