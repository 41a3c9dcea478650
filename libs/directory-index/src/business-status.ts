export const BUSINESS_STATUSES = ['open', 'temporarily_closed', 'closed'] as const;

export type BusinessStatus = (typeof BUSINESS_STATUSES)[number];
