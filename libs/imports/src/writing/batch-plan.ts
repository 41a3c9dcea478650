import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { matchKey } from '#libs/businesses/src/identity/match-key.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import { applyRow } from './apply-row.js';
import type { StoredBusiness } from './stored-business.js';

/** What became of a row that was kept. */
export type Outcome = 'inserted' | 'updated' | 'unchanged' | 'merged';

export interface Planned {
  outcome: Outcome;
  business: StoredBusiness;
}

/** A cleaned row with what it is recognised by. */
export interface Candidate {
  row: CleanBusiness;
  matchKey: string;
  digest: string;
}

export function toCandidate(row: CleanBusiness): Candidate {
  const digest = createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16);
  return { row, matchKey: matchKey(row), digest };
}

/** Decides, row after row, what a batch does to the directory. */
export class BatchPlan {
  readonly inserts = new Set<StoredBusiness>();
  readonly updates = new Set<StoredBusiness>();
  private readonly known: Map<string, StoredBusiness>;
  private readonly metHere = new Set<string>();

  /**
   * @param stored the businesses that the directory has of those that the batch names
   * @param wasMet whether an earlier batch of this import had a row of the same identity
   */
  constructor(
    stored: readonly StoredBusiness[],
    private readonly wasMet: (matchKey: string) => boolean,
  ) {
    this.known = new Map(stored.map((business) => [business.matchKey, business]));
  }

  add(candidate: Candidate): Planned {
    const { matchKey } = candidate;
    const business = this.known.get(matchKey);
    const repeats = this.metHere.has(matchKey) || this.wasMet(matchKey);
    this.metHere.add(matchKey);
    if (!business) return { outcome: 'inserted', business: this.insert(candidate) };
    return { outcome: this.bring(candidate, business, repeats), business };
  }

  private insert({ row, matchKey, digest }: Candidate): StoredBusiness {
    const business: StoredBusiness = {
      ...row,
      id: uuidv7(),
      slug: '',
      status: row.status ?? 'open',
      matchKey,
      importDigest: digest,
      isRemoved: false,
    };
    this.known.set(matchKey, business);
    this.inserts.add(business);
    return business;
  }

  private bring({ row, digest }: Candidate, business: StoredBusiness, repeats: boolean): Outcome {
    // The row was imported as it stands before. What an admin changed since is not undone.
    if (business.importDigest === digest || business.isRemoved) {
      return repeats ? 'merged' : 'unchanged';
    }
    const changed = applyRow(business, row, repeats ? 'fill' : 'replace');
    if (changed && !repeats) business.importDigest = digest;
    if (changed && !this.inserts.has(business)) this.updates.add(business);
    return repeats ? 'merged' : changed ? 'updated' : 'unchanged';
  }
}
