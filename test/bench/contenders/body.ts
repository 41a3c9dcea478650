import { readFileSync } from 'node:fs';

/** Response body of every bare server: the bytes of the file that the benchmark names. */
export const BODY = readFileSync(process.env.BODY_FILE!);
