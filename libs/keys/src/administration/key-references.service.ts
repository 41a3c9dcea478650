import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/text/src/identifiers.js';
import { hasKeyForm, hashKeyText, startOfKeyText } from '../key-text/key-text.js';
import { KeysRepository } from './keys.repository.js';

/** Start of a secret, which lists end with an ellipsis. */
const START = /^mnbd_[0-9A-Za-z]{5,}…?$/;
const REFERENCES = /\bmnbd_[0-9A-Za-z]{5,}|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/**
 * Extracts key references from a text, without duplicates: ids, full secrets and secret prefixes.
 */
export function keyReferencesIn(text: string): string[] {
  return [...new Set(text.match(REFERENCES))];
}

export interface FoundKeys {
  /** Ids in the order of the references, without duplicates. */
  ids: string[];
  /**
   * One sentence for each reference that matches no key or several keys. Never contains a secret.
   */
  problems: string[];
}

/** Finds keys by their id, their secret or the start of their secret. */
@Injectable()
export class KeyReferencesService {
  constructor(private readonly keys: KeysRepository) {}

  async findAll(references: readonly string[]): Promise<FoundKeys> {
    const ids = new Set<string>();
    const problems: string[] = [];
    for (const reference of references) {
      const [id, ...others] = await this.find(reference);
      const shown = shownReference(reference);
      if (others.length > 0) {
        problems.push(`Several keys start with ${shown}: ${[id, ...others].join(', ')}.`);
      } else if (id) ids.add(id);
      else problems.push(`No key matches ${shown}.`);
    }
    return { ids: [...ids], problems };
  }

  private async find(reference: string): Promise<string[]> {
    if (isUuid(reference)) {
      const key = await this.keys.findById(reference);
      return key ? [key.id] : [];
    }
    const secret = secretOf(reference);
    return secret ? this.keys.findIdsBySecret(secret) : [];
  }
}

function secretOf(reference: string) {
  if (hasKeyForm(reference)) return { hash: Buffer.from(hashKeyText(reference), 'hex') };
  // A truncated or mistyped secret can only be matched by its start.
  return START.test(reference) ? { start: startOfKeyText(reference) } : undefined;
}

/** Returns the reference in a form that is safe to show: a secret is cut to its public prefix. */
export function shownReference(reference: string): string {
  return reference.slice(0, 50).replace(/(mnbd_[0-9A-Za-z]{5})[0-9A-Za-z]*…?/gi, '$1…');
}
