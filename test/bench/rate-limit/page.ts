/** What every server of the benchmark answers: about a page of 20 businesses. */
export const PAGE = Buffer.from(
  JSON.stringify({
    success: true,
    data: Array.from({ length: 20 }, (_, index) => ({ index, filler: 'x'.repeat(500) })),
  }),
);
