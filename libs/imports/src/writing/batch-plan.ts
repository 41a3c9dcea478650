import { v7 as uuidv7 } from 'uuid';
import { applyRow } from './apply-row.js';
import { type Candidate, type Neighbourhood, neighbourhoodOf } from './candidate.js';
import { haveTwoZips, shareSpot, similarity } from './similarity.js';
import { similarityOfNames } from './similar-names.js';
import type { StoredBusiness } from './stored-business.js';

/** What became of a row that was kept. */
export type Outcome = 'inserted' | 'updated' | 'unchanged' | 'merged';

export interface Planned {
  outcome: Outcome;
  /** What the row is recognised by in this directory. */
  identity: string;
  business: StoredBusiness;
  /** Another business that may be the same one, where the row became one of its own. */
  similar?: StoredBusiness;
}

/** More of one beginning in one ZIP or city are not compared with. */
const MAX_NEIGHBOURS = 50;

interface Options {
  /** Whether an earlier batch of this import had a row of the same identity. */
  wasMet: (matchKey: string) => boolean;
  /** Whether what earlier batches planned was not written. */
  isDryRun: boolean;
}

/**
 * Decides, row after row, what a batch does to the directory.
 *
 * A row is recognised by its identity, and then replaces what the directory says; only the first
 * of several rows of one identity does. A row that describes a business by another identity is
 * merged where that is certain: it adds what was missing. Where it is not, the row becomes a
 * business of its own, and the likeness is reported.
 */
export class BatchPlan {
  readonly inserts = new Set<StoredBusiness>();
  readonly updates = new Set<StoredBusiness>();
  private readonly byKey = new Map<string, StoredBusiness>();
  private readonly byName = new Map<string, StoredBusiness[]>();
  private readonly byNeighbourhood = new Map<string, StoredBusiness[]>();
  private readonly metHere = new Set<string>();

  /** @param stored what the directory has under the identities and names of the batch */
  constructor(
    stored: readonly StoredBusiness[],
    private readonly options: Options,
  ) {
    for (const business of stored) this.remember(business);
  }

  add(candidate: Candidate): Planned {
    const identity = this.identityOf(candidate);
    const business = this.byKey.get(identity);
    const repeats = this.metHere.has(identity) || this.options.wasMet(identity);
    this.metHere.add(identity);
    if (!business) return { identity, ...this.addUnknown(candidate, identity, repeats) };
    if (repeats) return { identity, ...this.merge(candidate, business) };
    return { identity, outcome: this.apply(candidate, business), business };
  }

  /** Differing ZIPs are never one business: whoever has the key first keeps it without its ZIP. */
  private identityOf({ matchKey, row }: Candidate): string {
    const holder = this.byKey.get(matchKey);
    return holder && haveTwoZips(holder, row) ? `${matchKey}|${row.postalCode}` : matchKey;
  }

  private addUnknown(
    candidate: Candidate,
    identity: string,
    repeats: boolean,
  ): Omit<Planned, 'identity'> {
    const namesakes = this.byName.get(candidate.nameKey) ?? [];
    const compared = [
      ...namesakes.map((other) => [other, similarity(candidate.row, other)] as const),
      ...this.neighboursOf(candidate).map(
        (other) => [other, similarityOfNames(candidate.row, other)] as const,
      ),
    ];
    const same = compared.find(([, verdict]) => verdict === 'same')?.[0];
    if (same) return this.merge(candidate, same);
    const business = newBusiness(candidate, identity);
    // The row that it repeats would have been written, had this been more than a rehearsal.
    if (repeats && this.options.isDryRun) return { outcome: 'merged', business };
    const similar = compared.find(([, verdict]) => verdict === 'perhaps')?.[0];
    this.inserts.add(business);
    this.remember(business);
    return { outcome: 'inserted', business, similar };
  }

  /** Businesses of other names that stand at the same place. */
  private neighboursOf({ row, nameKey }: Candidate): StoredBusiness[] {
    const neighbours = this.byNeighbourhood.get(keyOf(neighbourhoodOf(row))) ?? [];
    return neighbours.filter(
      (other) => !other.matchKey.startsWith(`${nameKey}|`) && shareSpot(row, other),
    );
  }

  private merge({ row, digest }: Candidate, business: StoredBusiness): Omit<Planned, 'identity'> {
    const isKnown = business.importDigest === digest || business.isRemoved;
    if (!isKnown && applyRow(business, row, 'fill')) this.change(business);
    return { outcome: 'merged', business };
  }

  private apply({ row, digest }: Candidate, business: StoredBusiness): Outcome {
    // The row was imported as it stands before. What an admin changed since is not undone.
    if (business.importDigest === digest || business.isRemoved) return 'unchanged';
    if (!applyRow(business, row, 'replace')) return 'unchanged';
    business.importDigest = digest;
    this.change(business);
    return 'updated';
  }

  private change(business: StoredBusiness): void {
    if (!this.inserts.has(business)) this.updates.add(business);
  }

  private remember(business: StoredBusiness): void {
    const nameKey = business.matchKey.split('|', 1)[0]!;
    this.byKey.set(business.matchKey, business);
    const namesakes = this.byName.get(nameKey);
    if (namesakes) namesakes.push(business);
    else this.byName.set(nameKey, [business]);
    const neighbourhood = keyOf(neighbourhoodOf(business));
    const neighbours = this.byNeighbourhood.get(neighbourhood);
    if (!neighbours) this.byNeighbourhood.set(neighbourhood, [business]);
    else if (neighbours.length < MAX_NEIGHBOURS) neighbours.push(business);
  }
}

function keyOf({ postalCode, city, beginning }: Neighbourhood): string {
  return `${postalCode ?? city}|${beginning}`;
}

function newBusiness({ row, digest }: Candidate, matchKey: string): StoredBusiness {
  return {
    ...row,
    id: uuidv7(),
    slug: '',
    status: row.status ?? 'open',
    matchKey,
    importDigest: digest,
    isRemoved: false,
  };
}
