import type { Pool } from 'pg';

/** What runs statements: the pool, or one connection of it in a transaction. */
export type Statements = Pick<Pool, 'query'>;
