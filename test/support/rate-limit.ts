/** Values of a response's rate-limit headers; NaN for a missing one. */
export interface HeaderFigures {
  limit: number;
  remaining: number;
  reset: number;
}

export function figuresIn({ headers }: { headers: Headers }): HeaderFigures {
  const figure = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? NaN);
  return { limit: figure('limit'), remaining: figure('remaining'), reset: figure('reset') };
}

/** Sends `total` GET requests with a key, `atOnce` at a time, to the origins in turn. */
export async function sendMany(
  origins: string[],
  key: string,
  { total, atOnce }: { total: number; atOnce: number },
): Promise<Response[]> {
  const responses: Response[] = [];
  let sent = 0;
  const sendOn = async () => {
    while (sent < total) {
      const origin = origins[sent++ % origins.length]!;
      const response = await fetch(`${origin}/api/v1/businesses`, {
        headers: { 'x-api-key': key },
      });
      await response.arrayBuffer();
      responses.push(response);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  return responses;
}

/** Returns `X-RateLimit-Remaining` of the accepted responses, in descending order. */
export function remainingOfPassed(responses: Response[]): number[] {
  return responses
    .filter(({ status }) => status === 200)
    .map((response) => figuresIn(response).remaining)
    .sort((a, b) => b - a);
}

/** The expected values of `X-RateLimit-Remaining` in one window: limit - 1 to 0, each once. */
export function countdownFrom(limit: number): number[] {
  return Array.from({ length: limit }, (_, index) => limit - 1 - index);
}
