import { readFileSync } from 'node:fs';

/** What each bare server sends: the bytes of the file that the benchmark names. */
export const BODY = readFileSync(process.env.BODY_FILE!);
