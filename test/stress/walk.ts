import { Random } from '#libs/imports/src/generate/random.js';
import { KNOWN_WORST_NAMES, knownWorst } from './known-worst.ts';
import { mutate } from './mutations.ts';
import type { Operation } from './operations.ts';
import { exampleOf, type Role, type StressRequest, toRequest } from './stress-request.ts';

/** Share of the known worst requests. */
const KNOWN = 0.25;
/** Share of requests for existing records, where a path has an id. */
const EXISTING = 0.5;

/**
 * Generates requests to all operations with hostile parts, mixed with the known worst. The same
 * seed yields the same requests, except for ids of existing records.
 *
 * @param existing ids and slugs by the path of their list
 */
export function* walk(
  operations: readonly Operation[],
  existing: ReadonlyMap<string, readonly string[]>,
  { requests, seed }: { requests: number; seed: number },
): Generator<StressRequest> {
  const random = new Random(seed);
  let known = 0;
  for (let index = 0; index < requests; index++) {
    if (random.chance(KNOWN)) {
      yield knownWorst(KNOWN_WORST_NAMES[known++ % KNOWN_WORST_NAMES.length]!, random);
    } else {
      const operation = random.pick(operations);
      const draft = exampleOf(operation, roleFor(operation, random));
      const [name] = Object.keys(draft.pathParameters);
      const ids = existing.get(operation.path.slice(0, operation.path.indexOf('/{')));
      if (name && ids?.length && random.chance(EXISTING)) {
        draft.pathParameters[name] = random.pick(ids);
      }
      yield toRequest(mutate(draft, random));
    }
  }
}

function roleFor({ path }: Operation, random: Random): Role {
  const entitled = path.startsWith('/admin') ? 'admin' : 'consumer';
  return random.chance(0.85) ? entitled : random.pick(['nobody', 'consumer', 'admin']);
}
