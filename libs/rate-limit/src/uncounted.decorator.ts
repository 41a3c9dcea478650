import { SetMetadata } from '@nestjs/common';

export const UNCOUNTED = 'uncounted';

/** Marks a route as free for valid keys. Without a valid key it counts like any other. */
export const Uncounted = () => SetMetadata(UNCOUNTED, true);
