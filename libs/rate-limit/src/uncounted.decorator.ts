import { SetMetadata } from '@nestjs/common';

export const UNCOUNTED = 'uncounted';

/** A route that costs a valid key nothing. Without a valid key it counts like any other. */
export const Uncounted = () => SetMetadata(UNCOUNTED, true);
