interface Page {
  success: boolean;
  data: unknown[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

/**
 * Returns the first mistake in a response, or undefined: a wrong page number, a wrong number of
 * records, or a number of pages that disagrees with the total.
 */
export function problemWithPage(path: string, body: string): string | undefined {
  const asked = new URL(path, 'http://localhost').searchParams;
  const page = Number(asked.get('page') ?? 1);
  const limit = Number(asked.get('limit') ?? 20);
  const answer = parsed(body);
  if (!answer?.success) return 'it is no page';
  const { total, totalPages, ...got } = answer.pagination;
  if (got.page !== page || got.limit !== limit) return `it is page ${got.page} of ${got.limit}`;
  if (totalPages !== Math.ceil(total / limit)) return `it has ${totalPages} pages of ${total}`;
  const records = Math.max(0, Math.min(limit, total - (page - 1) * limit));
  if (answer.data.length !== records) return `it has ${answer.data.length} records`;
  return undefined;
}

function parsed(body: string): Page | undefined {
  try {
    return JSON.parse(body) as Page;
  } catch {
    return undefined;
  }
}
