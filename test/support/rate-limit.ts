/** What an answer's rate limit headers say; NaN where one is missing. */
export interface HeaderFigures {
  limit: number;
  remaining: number;
  reset: number;
}

export function figuresIn({ headers }: { headers: Headers }): HeaderFigures {
  const figure = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? NaN);
  return { limit: figure('limit'), remaining: figure('remaining'), reset: figure('reset') };
}

/** Sends that many GET requests with a key, so many at a time, to the origins in turn. */
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

/** The figures that `X-RateLimit-Remaining` gave to those that passed, in falling order. */
export function remainingOfPassed(responses: Response[]): number[] {
  return responses
    .filter(({ status }) => status === 200)
    .map((response) => figuresIn(response).remaining)
    .sort((a, b) => b - a);
}

/** What `X-RateLimit-Remaining` must give out in a window, each once: from limit - 1 to 0. */
export function countdownFrom(limit: number): number[] {
  return Array.from({ length: limit }, (_, index) => limit - 1 - index);
}
